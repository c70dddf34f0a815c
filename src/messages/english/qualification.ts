/** Why a qualified status is what it is. */
export const qualificationTexts = () =>
  ({
    // why a qualified status is what it is; each may follow a time: 'When the certificate was issued: '
    'qualification.NOT_INTACT': 'The signature or timestamp is not valid.',
    'qualification.NOT_CONFIRMED': 'The validity of the signature or timestamp could not be confirmed.',
    'qualification.FOR_WEB_SITES': 'The certificate is for web sites, not for signatures or seals.',
    'qualification.NOT_LISTED': 'No trusted list that is loaded names a service that the certificate comes from.',
    'qualification.LIST_OUTDATED':
      'A newer trusted list should have replaced the one that is loaded, and the validation is strict.',
    'qualification.NO_SERVICE_AT_TIME':
      'No listed service of the issuer was in operation for this kind of certificate.',
    'qualification.BEFORE_REGULATION': 'There were no qualified timestamps before July 2016.',
    'qualification.EXTENSION_UNKNOWN': 'The service has a critical extension that is unknown.',
    'qualification.CRITERIA_UNKNOWN': 'The list has a criterion for certificates that cannot be evaluated.',
    'qualification.PROVIDERS_CONFLICT': 'The list names the service under different providers.',
    'qualification.STATUS_CONFLICT': 'The list names the service more than once, with different statuses.',
    'qualification.SERVICES_CONFLICT':
      'Several services are listed for the issuer, and they contradict each other about the certificate.',
    'qualification.NOT_GRANTED': 'The service did not have the status granted.',
    'qualification.OVERRULED': 'The list states that the certificate is not qualified.',
    'qualification.QUALIFIERS_CONFLICT_BEFORE_2016':
      'The qualifiers of the list contradict each other, and the certificate is older than the Regulation.',
    'qualification.QUALIFIERS_CONFLICT': 'The qualifiers of the list contradict each other about the certificate.',
    'qualification.SEVERAL_PURPOSES': 'The certificate would be qualified for several purposes where one is permitted.',
    'qualification.QC_STATEMENTS_UNREADABLE':
      'The statements of the certificate about its qualified status cannot be read.',
    'qualification.THIRD_COUNTRY':
      'The certificate is qualified under the law of another country, not of the European Union.',
    'qualification.NOT_CLAIMED':
      'The certificate does not state that it is qualified, and the list does not say so either.',
    'qualification.NOT_FOR_THIS_PURPOSE': 'The service is not listed for what the certificate is for.',
    'qualification.TYPE_UNKNOWN': 'The certificate and the list do not tell whether it is for signatures or for seals.',
    'qualification.DEVICE_CONFLICT': 'The list contradicts itself about the device of the private key.',
    'qualification.QUALIFIER_UNKNOWN_CRITICAL':
      'The list qualifies the certificate with a critical value that is unknown.',
    'qualification.NO_DEVICE':
      'The private key is not known to reside in a qualified device, or the list states that it does not.',
    'qualification.MOMENTS_DIFFER': 'The status was not the same at both of the times that count.',
    'qualification.LIST_OF_OTHER_COUNTRY': 'The service is in the list of another country than the certificate names.',
    'qualification.HISTORY_SAME_START':
      'The list has two states of the service that start at the same time; the one that it puts first, as the newer, counts.',
    'qualification.PROVIDER_NAME_DIFFERS':
      'The certificate names another organization than the list does for the provider.',
    'qualification.SERVICE_LISTED_TWICE': 'The list names the service more than once, with the same status.',
    'qualification.SEVERAL_QC_TYPES': 'The certificate states several purposes where one is permitted.',
    'qualification.QUALIFIER_UNKNOWN':
      'The list qualifies the certificate with a value that is unknown and not critical.',
    'qualification.at': '{moment}: {reason}',
    'moment.issuance': 'When the certificate was issued',
    'moment.signing': 'When the signature was made',
    'moment.generation': 'When the timestamp was made',
    'moment.proof': 'At the time until which the timestamp is proven',
  }) as const;
