"""
Signs a PDF with pyHanko at each baseline level. Arguments: a folder with source.pdf, signer.pem, signer.key, tsa.pem, tsa.key,
ca.pem, root.pem, ca.crl and root.crl; and the folder for B.pdf, T.pdf, LT.pdf and LTA.pdf.
"""
import sys
from pathlib import Path

from asn1crypto.crl import CertificateList
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator import ValidationContext

folder, target = Path(sys.argv[1]), Path(sys.argv[2])


def load(name):
    chain = (folder / "ca.pem",)
    return signers.SimpleSigner.load(folder / f"{name}.key", folder / f"{name}.pem", ca_chain_files=chain)


def context(root):
    crls = [CertificateList.load((folder / name).read_bytes()) for name in ("ca.crl", "root.crl")]
    return ValidationContext(trust_roots=[root], crls=crls, allow_fetching=False)


signer, authority = load("signer"), load("tsa")
root = load_cert_from_pemder(folder / "root.pem")
stamper = timestamps.DummyTimeStamper(authority.signing_cert, authority.signing_key, authority.cert_registry)
for level in ("B", "T", "LT", "LTA"):
    long_term = level in ("LT", "LTA")
    meta = signers.PdfSignatureMetadata(
        field_name="Signature1",
        subfilter=fields.SigSeedSubFilter.PADES,
        embed_validation_info=long_term,
        use_pades_lta=level == "LTA",
        validation_context=context(root) if long_term else None,
    )
    with open(folder / "source.pdf", "rb") as source, open(target / f"{level}.pdf", "wb") as out:
        writer = IncrementalPdfFileWriter(source)
        stamp = None if level == "B" else stamper
        signers.PdfSigner(meta, signer, timestamper=stamp).sign_pdf(writer, output=out)
