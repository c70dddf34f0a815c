# docconv completion for bash; install with: docconv completion bash > /etc/bash_completion.d/docconv
_docconv_list() { # the choices that the list in $word does not have yet, behind those that it has
  local listed= choice
  case "$word" in *,*) listed=${word%,*}, ;; esac
  for choice in $1; do
    case ",$listed" in *",$choice,"*) ;; *) COMPREPLY+=($(compgen -W "$listed$choice" -- "$word")) ;; esac
  done
  compopt -o nospace 2> /dev/null # another may follow
}
_docconv() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local words= plain= files=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "convert watch inspect check trust sign extend timestamp jobs webhooks config doctor engine warm register verify-email keys login logout whoami serve work store completion help --help --version" -- "$word"))
    return
  fi
  case "$command $previous" in
    "convert --engine") COMPREPLY=($(compgen -W "auto native soffice wasm" -- "$word")); return ;;
    "convert --isolation") COMPREPLY=($(compgen -W "warm document strict" -- "$word")); return ;;
    "convert --to") COMPREPLY=($(compgen -W "pdf png jpg webp docx odt xlsx ods pptx odp html md txt csv" -- "$word")); return ;;
    "convert --pdfa") COMPREPLY=($(compgen -W "1b 2b 3b" -- "$word")); return ;;
    "convert --facturx-level") COMPREPLY=($(compgen -W "minimum basicwl basic en16931 extended xrechnung" -- "$word")); return ;;
    "convert --pdf-version") COMPREPLY=($(compgen -W "1.5 1.6 1.7" -- "$word")); return ;;
    "convert --resolution") COMPREPLY=($(compgen -W "75 150 300 600 1200" -- "$word")); return ;;
    "convert --changes") COMPREPLY=($(compgen -W "final original marked" -- "$word")); return ;;
    "convert --comments") COMPREPLY=($(compgen -W "none annotations margin" -- "$word")); return ;;
    "convert --fit") COMPREPLY=($(compgen -W "width page" -- "$word")); return ;;
    "convert --layout") COMPREPLY=($(compgen -W "office libreoffice" -- "$word")); return ;;
    "convert --paper") COMPREPLY=($(compgen -W "a3 a4 a5 letter legal tabloid" -- "$word")); return ;;
    "convert --default-paper") COMPREPLY=($(compgen -W "a4 letter" -- "$word")); return ;;
    "convert --initial-view") COMPREPLY=($(compgen -W "page outline thumbnails" -- "$word")); return ;;
    "convert --rotate") COMPREPLY=($(compgen -W "90 180 270" -- "$word")); return ;;
    "convert --allow") _docconv_list "print print-low modify assemble annotate fill copy"; return ;;
    "convert --attach-relationship") COMPREPLY=($(compgen -W "Alternative Data Source Supplement EncryptedPayload FormData Schema Unspecified" -- "$word")); return ;;
    "convert --stamp-position") COMPREPLY=($(compgen -W "tl tc tr l c r bl bc br" -- "$word")); return ;;
    "watch --engine") COMPREPLY=($(compgen -W "auto native soffice wasm" -- "$word")); return ;;
    "watch --isolation") COMPREPLY=($(compgen -W "warm document strict" -- "$word")); return ;;
    "watch --to") COMPREPLY=($(compgen -W "pdf png jpg webp docx odt xlsx ods pptx odp html md txt csv" -- "$word")); return ;;
    "watch --pdfa") COMPREPLY=($(compgen -W "1b 2b 3b" -- "$word")); return ;;
    "watch --facturx-level") COMPREPLY=($(compgen -W "minimum basicwl basic en16931 extended xrechnung" -- "$word")); return ;;
    "watch --pdf-version") COMPREPLY=($(compgen -W "1.5 1.6 1.7" -- "$word")); return ;;
    "watch --resolution") COMPREPLY=($(compgen -W "75 150 300 600 1200" -- "$word")); return ;;
    "watch --changes") COMPREPLY=($(compgen -W "final original marked" -- "$word")); return ;;
    "watch --comments") COMPREPLY=($(compgen -W "none annotations margin" -- "$word")); return ;;
    "watch --fit") COMPREPLY=($(compgen -W "width page" -- "$word")); return ;;
    "watch --layout") COMPREPLY=($(compgen -W "office libreoffice" -- "$word")); return ;;
    "watch --paper") COMPREPLY=($(compgen -W "a3 a4 a5 letter legal tabloid" -- "$word")); return ;;
    "watch --default-paper") COMPREPLY=($(compgen -W "a4 letter" -- "$word")); return ;;
    "watch --initial-view") COMPREPLY=($(compgen -W "page outline thumbnails" -- "$word")); return ;;
    "watch --rotate") COMPREPLY=($(compgen -W "90 180 270" -- "$word")); return ;;
    "watch --allow") _docconv_list "print print-low modify assemble annotate fill copy"; return ;;
    "check --trust-source") _docconv_list "eu aatl file"; return ;;
    "sign --certify") COMPREPLY=($(compgen -W "no-changes fill annotate" -- "$word")); return ;;
    "sign --level") COMPREPLY=($(compgen -W "B T LT LTA" -- "$word")); return ;;
    "sign --trust-source") _docconv_list "eu aatl file"; return ;;
    "extend --level") COMPREPLY=($(compgen -W "T LT LTA" -- "$word")); return ;;
    "extend --trust-source") _docconv_list "eu aatl file"; return ;;
    "timestamp --trust-source") _docconv_list "eu aatl file"; return ;;
    "jobs --status") COMPREPLY=($(compgen -W "queued running succeeded failed cancelled" -- "$word")); return ;;
    "webhooks --status") COMPREPLY=($(compgen -W "pending delivered failed" -- "$word")); return ;;
    "serve --trust-source") _docconv_list "eu aatl file"; return ;;
    "work --trust-source") _docconv_list "eu aatl file"; return ;;
  esac
  case "$command" in
    convert) words="-o --output --merge -f --force -n --no-clobber -r --recursive --follow --json -q --quiet --no-wait --warm --from --engine --server -j --workers --timeout --isolation --fonts --password --password-file --to --dpi --thumbnail --pages --pdfa --facturx --facturx-level --pdfua --pdf-version --tagged --no-bookmarks --no-form-fields --quality --lossless --resolution --changes --update-index --comments --notes-pages --hidden-slides --single-page-sheets --sheets --fit --layout --locale --paper --default-paper --landscape --watermark --watermark-color --watermark-angle --watermark-opacity --header --footer --page-numbers --initial-view --title --author --split --split-pages --rotate --rotate-pages --flatten --optimize --metadata --break-signatures --strict --open-password --permission-password --allow --attach --attach-type --attach-relationship --attach-description --stamp --background --stamp-pages --stamp-position --stamp-scale --stamp-opacity --set-bookmarks -h --help" plain="" files=yes ;;
    watch) words="-o --output --done --failed -r --recursive --settle --interval --once --json -q --quiet --from --engine --server -j --workers --timeout --isolation --fonts --password --password-file --to --dpi --thumbnail --pages --pdfa --facturx --facturx-level --pdfua --pdf-version --tagged --no-bookmarks --no-form-fields --quality --lossless --resolution --changes --update-index --comments --notes-pages --hidden-slides --single-page-sheets --sheets --fit --layout --locale --paper --default-paper --landscape --watermark --watermark-color --watermark-angle --watermark-opacity --header --footer --page-numbers --initial-view --title --author --split --split-pages --rotate --rotate-pages --flatten --optimize --metadata --break-signatures --strict --open-password --permission-password --allow -h --help" plain="" files=yes ;;
    inspect) words="--bookmarks --password --password-file -h --help" plain="" files=yes ;;
    check) words="-t --trust --trust-source --trust-generation --strict-trust --require-trust --no-require-trust --at --online --server -r --recursive --follow --password --password-file --report --side-by-side --extract -o --output -f --force --json -v --verbose -q --quiet -h --help" plain="" files=yes ;;
    trust) words="--json --pem --country --mirror --lotl --accept-shrink --timeout -q --quiet -f --force -t --trust --online -h --help" plain="add list show remove update status export import anchor" files=yes ;;
    sign) words="--p12 --key --cert --pkcs11 --token --key-label --pin-file --signer --csc --csc-credential --csc-client --csc-client-secret-file --csc-oauth-url --csc-token-file --otp-file --self-signed --p12-password --p12-password-file --key-password --key-password-file --reason --location --name --contact --field --visible --visible-text --visible-image --certify --lock --level --allow-lower-level --tsa --tsa-user --tsa-password --tsa-password-file --tsa-cert --tsa-key --tsa-key-password --tsa-key-password-file --tsa-policy -t --trust --trust-source -o --output -f --force --password --password-file --json -q --quiet -h --help" plain="" files=yes ;;
    extend) words="--level --tsa --tsa-user --tsa-password --tsa-password-file --tsa-cert --tsa-key --tsa-key-password --tsa-key-password-file --tsa-policy -t --trust --trust-source -o --output -f --force --password --password-file --json -q --quiet -h --help" plain="" files=yes ;;
    timestamp) words="--tsa --tsa-user --tsa-password --tsa-password-file --tsa-cert --tsa-key --tsa-key-password --tsa-key-password-file --tsa-policy -t --trust --trust-source -o --output -f --force --password --password-file --json -q --quiet -h --help" plain="" files=yes ;;
    jobs) words="--server --status --json -o --output -f --force -h --help" plain="list show fetch cancel" files= ;;
    webhooks) words="--server --json --status -h --help" plain="list resend test secret rotate" files= ;;
    config) words="--json -y --yes -h --help" plain="list get set unset path purge" files= ;;
    doctor) words="--json -h --help" plain="" files= ;;
    engine) words="--registry -y --yes -h --help" plain="add remove" files=yes ;;
    warm) words="--json -h --help" plain="status stop" files= ;;
    register) words="--server --no-save --json -h --help" plain="" files= ;;
    verify-email) words="--server --name --expires --no-save --json -h --help" plain="" files= ;;
    keys) words="--server --all --json --grace --no-save --name --expires --admin --sign --withdraw --last -h --help" plain="list rename rotate revoke create permit-signing invite log" files= ;;
    login) words="--server -h --help" plain="" files= ;;
    logout) words="--server -h --help" plain="" files= ;;
    whoami) words="--server --json -h --help" plain="" files= ;;
    serve) words="--config -t --trust --trust-source --host -p --port --socket --public-url --store --engine -j --workers --queue --timeout --max-upload --isolation --verify-needs-key --gotenberg --no-url --allow-private-urls --online --strict-trust --convert-rate --verify-rate --trust-proxy --cors-origins --metrics-host --metrics-port --log-level --grace -h --help" plain="" files= ;;
    work) words="--config -t --trust --trust-source --host -p --port --socket --public-url --store --engine -j --workers --timeout --max-upload --isolation --no-url --allow-private-urls --online --strict-trust --metrics-host --metrics-port --log-level --grace -h --help" plain="" files= ;;
    store) words="--json -h --help" plain="migrate status" files= ;;
    completion) words="-h --help" plain="bash zsh fish" files= ;;
    help) plain="convert watch inspect check trust sign extend timestamp jobs webhooks config doctor engine warm register verify-email keys login logout whoami serve work store completion" ;;
  esac
  [ "$COMP_CWORD" -eq 2 ] || plain= # the subcommand is named already
  case "$COMP_CWORD $command ${COMP_WORDS[2]}" in
    "3 config get") plain="engine workers timeout libreoffice fonts isolation memory cpu limits defaultPaper warm maxSize trustSources strictTrust trustGrace confinedCheck host port socket publicUrl maxUpload uploadBudget queue deadline uploadTimeout uploadRate grace checkTimeout checkMemory trustUpdate trustMirror verifyNeedsKey signing signTimeout signRate gotenberg fetchUrls fetchTimeout fetchIdle fetches fetchesPerClient allowPrivateUrls online convertRate verifyRate jobRate codeRate codesPerAddress codesPerClient codeGap codesAtOnce registration keyDays trustProxy corsOrigins metricsHost metricsPort logLevel jobKeep jobsPerAccount jobsAtOnce jobStorage store storeDirect jobDocuments storeSecret smtpHost smtpPort smtpSecurity smtpUser smtpPassword smtpCa mailFrom" ;;
    "3 config set") plain="engine workers timeout libreoffice fonts isolation memory cpu limits defaultPaper warm maxSize trustSources strictTrust trustGrace confinedCheck host port socket publicUrl maxUpload uploadBudget queue deadline uploadTimeout uploadRate grace checkTimeout checkMemory trustUpdate trustMirror verifyNeedsKey signing signTimeout signRate gotenberg fetchUrls fetchTimeout fetchIdle fetches fetchesPerClient allowPrivateUrls online convertRate verifyRate jobRate codeRate codesPerAddress codesPerClient codeGap codesAtOnce registration keyDays trustProxy corsOrigins metricsHost metricsPort logLevel jobKeep jobsPerAccount jobsAtOnce jobStorage store storeDirect jobDocuments storeSecret smtpHost smtpPort smtpSecurity smtpUser smtpPassword smtpCa mailFrom" ;;
    [!12]*" config unset") plain="engine workers timeout libreoffice fonts isolation memory cpu limits defaultPaper warm maxSize trustSources strictTrust trustGrace confinedCheck host port socket publicUrl maxUpload uploadBudget queue deadline uploadTimeout uploadRate grace checkTimeout checkMemory trustUpdate trustMirror verifyNeedsKey signing signTimeout signRate gotenberg fetchUrls fetchTimeout fetchIdle fetches fetchesPerClient allowPrivateUrls online convertRate verifyRate jobRate codeRate codesPerAddress codesPerClient codeGap codesAtOnce registration keyDays trustProxy corsOrigins metricsHost metricsPort logLevel jobKeep jobsPerAccount jobsAtOnce jobStorage store storeDirect jobDocuments storeSecret smtpHost smtpPort smtpSecurity smtpUser smtpPassword smtpCa mailFrom" ;;
  esac
  case "$previous" in -*) files=yes ;; esac # the value of a flag
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$plain" -- "$word"; [ "$files" ] && compgen -f -- "$word") ;; # names may contain spaces
  esac
}
complete -o filenames -F _docconv docconv
