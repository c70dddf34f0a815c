/** What docconv puts before an HTML page that states neither a language nor a size of its pages. */
export const PAGE_RULE = '<style>@page { size: 210mm 297mm }</style>';
