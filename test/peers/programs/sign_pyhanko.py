"""pyHanko: signs, certifies, adds timestamps and validation data."""
import logging
import sys
from pathlib import Path

from asn1crypto.crl import CertificateList
from jobs import serve
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko.sign.validation import dss
from pyhanko_certvalidator import ValidationContext


logging.disable(logging.CRITICAL)
keys = Path(sys.argv[1])
signer = signers.SimpleSigner.load_pkcs12(keys / "ann.p12", passphrase=b"secret")
authority = signers.SimpleSigner.load_pkcs12(keys / "tsa.p12", passphrase=b"secret")
stamper = timestamps.DummyTimeStamper(authority.signing_cert, authority.signing_key, authority.cert_registry)


def writer_of(source):
    return IncrementalPdfFileWriter(open(source, "rb"), strict=False)


def names_of(writer):
    return [name for name, _, _ in fields.enumerate_sig_fields(writer.prev)]


def sign_with(source, target, visible=False, **metadata):
    writer = writer_of(source)
    name = f"Signature{len(names_of(writer)) + 1}-py"
    box = (320, 40, 520, 90) if visible else None
    meta = signers.PdfSignatureMetadata(field_name=name, subfilter=fields.SigSeedSubFilter.PADES, **metadata)
    spec = fields.SigFieldSpec(name, box=box)
    with open(target, "wb") as out:
        signers.PdfSigner(meta, signer, new_field_spec=spec).sign_pdf(writer, output=out)


def sign(source, target, field, value):
    sign_with(source, target)


def visible(source, target, field, value):
    sign_with(source, target, visible=True)


def certify(source, target, field, value):
    sign_with(source, target, certify=True, docmdp_permissions=fields.MDPPerm(int(value)))


def timestamp(source, target, field, value):
    with open(target, "wb") as out:
        signers.PdfTimeStamper(stamper).timestamp_pdf(writer_of(source), "sha256", output=out)


def archive(source, target, field, value):
    """Certificates and a revocation list; by the first signature, if it is of a type that pyHanko knows."""
    crl = CertificateList.load((keys / "ca.crl").read_bytes())
    chain = [signer.signing_cert, *signer.cert_registry]
    with open(source, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        known = reader.embedded_signatures
        contents = known[0].pkcs7_content.hex().encode() if known else None
    Path(target).write_bytes(Path(source).read_bytes())
    with open(target, "rb+") as file:
        dss.DocumentSecurityStore.add_dss(
            file, sig_contents=contents, certs=chain, crls=[crl], strict=False)


serve({"sign": sign, "visible": visible, "certify": certify, "timestamp": timestamp, "archive": archive})
