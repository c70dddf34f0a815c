"""
Validates the PDFs of a list with pyHanko, offline. A line of the list has, separated by tabs: file, time of validation,
password, files of trust anchors (separated by commas). Prints a line of JSON for each.
"""

import asyncio
import json
import logging
import signal
import sys
from datetime import datetime

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.policy_decl import (
    CertificateFetchingRule,
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.ltv.types import ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager

# of processor time: the answer must not depend on the load of the machine
SECONDS = 20
OFFLINE = RevocationInfoGatheringSpec(
    online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY,
    certificate_fetching_rule=CertificateFetchingRule.NEVER_FETCH,
)


def judge(file, at, password, anchors):
    with open(file, 'rb') as handle:
        reader = PdfFileReader(handle, strict=False)
        if reader.encrypted:
            reader.decrypt(password)
        return [attempt(embedded, at, anchors) for embedded in reader.embedded_signatures]


def attempt(embedded, at, anchors):
    described = {'field': embedded.field_name, 'kind': embedded.sig_object_type}
    for part in (integrity, path):
        try:
            described.update(asyncio.run(part(embedded, at, anchors)))
        except Timeout:
            raise
        except Exception:
            pass  # what is absent is refused
    return described


def is_timestamp(embedded):
    return embedded.sig_object_type == '/DocTimeStamp'


async def integrity(embedded, at, anchors):
    """The digest, the signature, and the later revisions; trust does not matter here."""
    context = ValidationContext(trust_roots=anchors, moment=at, allow_fetching=False)
    validate = async_validate_pdf_timestamp if is_timestamp(embedded) else async_validate_pdf_signature
    status = await validate(embedded, context)
    return {
        'intact': status.intact,
        'valid': status.valid,
        'coverage': status.coverage.name,
        'modifications': status.modification_level.name if status.modification_level else None,
        'docmdp': status.docmdp_ok,
        'claimed': instant(getattr(status, 'signer_reported_dt', None)),
        'proven': instant(status.timestamp if is_timestamp(embedded) else proven_time(status, anchors)),
    }


def proven_time(status, anchors):
    """Of a signature timestamp that is trusted; without anchors, that is intact."""
    stamp = status.timestamp_validity
    counts = stamp and stamp.intact and stamp.valid and (stamp.trusted or not anchors)
    return stamp.timestamp if counts else None


async def path(embedded, at, anchors):
    """EN 319 102-1, with the proofs of existence and the validation data in the file."""
    if is_timestamp(embedded):
        return {}
    policy = CertValidationPolicySpec(
        trust_manager=SimpleTrustManager.build(trust_roots=anchors),
        revinfo_policy=CertRevTrustPolicy(revocation_checking_policy=REQUIRE_REVINFO),
    )
    spec = PdfSignatureValidationSpec(SignatureValidationSpec(policy, revinfo_gathering_policy=OFFLINE))
    timing = ValidationTimingInfo(at, at, point_in_time_validation=True)
    result = await ades_lta_validation(embedded, spec, timing)
    return {
        'indication': result.ades_subindic.status.name,
        'subIndication': result.ades_subindic.name,
    }


def instant(time):
    return None if time is None else time.isoformat()


def certificates(names):
    for name in filter(None, names.split(',')):
        with open(name, 'rb') as handle:
            yield x509.Certificate.load(handle.read())


class Timeout(BaseException):
    pass


def stop(*_):
    raise Timeout()


def main(listing):
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGPROF, stop)
    with open(listing, encoding='utf-8') as handle:
        rows = [line.rstrip('\n').split('\t') for line in handle]
    for file, at, password, anchors in rows:
        answer = {'file': file}
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            time = datetime.fromisoformat(at.replace('Z', '+00:00'))
            answer['signatures'] = judge(file, time, password, list(certificates(anchors)))
        except (Exception, Timeout) as refusal:
            answer['error'] = f'{type(refusal).__name__}: {refusal}'
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(answer), flush=True)


main(sys.argv[1])
