<?xml version="1.0" encoding="UTF-8"?>
<!-- oai_dc to MARC 21 in XML: a brief record, as its leader says. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://www.loc.gov/MARC21/slim"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:map="http://www.w3.org/2005/xpath-functions/map" exclude-result-prefixes="xs s dc map">

  <xsl:include href="from-oai_dc.xsl"/>

  <!-- MARC has its own codes; these are the languages of most records. -->
  <xsl:variable name="s:languages" as="map(xs:string, xs:string)" select="map {
      'en': 'eng', 'de': 'ger', 'fr': 'fre', 'es': 'spa', 'it': 'ita', 'pt': 'por', 'nl': 'dut', 'ru': 'rus', 'zh': 'chi', 'ja': 'jpn', 'ko': 'kor',
      'la': 'lat', 'el': 'gre', 'ar': 'ara', 'he': 'heb', 'fa': 'per', 'tr': 'tur', 'pl': 'pol', 'cs': 'cze', 'sk': 'slo', 'sl': 'slv', 'hr': 'hrv', 'sr': 'srp',
      'hu': 'hun', 'ro': 'rum', 'bg': 'bul', 'uk': 'ukr', 'sv': 'swe', 'da': 'dan', 'no': 'nor', 'nb': 'nob', 'nn': 'nno', 'fi': 'fin', 'et': 'est', 'lv': 'lav',
      'lt': 'lit', 'is': 'ice', 'ca': 'cat', 'eu': 'baq', 'gl': 'glg', 'cy': 'wel', 'ga': 'gle', 'hi': 'hin', 'id': 'ind', 'ms': 'may', 'vi': 'vie', 'th': 'tha',
      'deu': 'ger', 'fra': 'fre', 'nld': 'dut', 'zho': 'chi', 'ell': 'gre', 'fas': 'per', 'ces': 'cze', 'slk': 'slo', 'ron': 'rum', 'isl': 'ice', 'eus': 'baq', 'cym': 'wel', 'msa': 'may' }"/>

  <xsl:function name="s:language" as="xs:string">
    <xsl:param name="value" as="item()?"/>
    <xsl:variable name="code" select="lower-case(tokenize(normalize-space($value), '[-_]')[1])"/>
    <xsl:sequence select="(map:get($s:languages, $code), $code[matches(., '^[a-z]{3}$')], '')[1]"/>
  </xsl:function>

  <xsl:function name="s:field" as="element()">
    <xsl:param name="tag" as="xs:string"/>
    <xsl:param name="indicators" as="xs:string"/>
    <xsl:param name="subfields" as="xs:string*"/>
    <!-- Code and value by turns. -->
    <datafield tag="{$tag}" ind1="{substring($indicators, 1, 1)}" ind2="{substring($indicators, 2, 1)}">
      <xsl:for-each select="1 to count($subfields) idiv 2">
        <subfield code="{$subfields[2 * current() - 1]}"><xsl:value-of select="normalize-space($subfields[2 * current()])"/></subfield>
      </xsl:for-each>
    </datafield>
  </xsl:function>

  <xsl:template match="/">
    <xsl:variable name="dc" select="/*"/>
    <xsl:variable name="types" select="s:all($dc, 'type') ! s:type(.)"/>
    <xsl:variable name="creators" select="s:all($dc, 'creator')"/>
    <xsl:variable name="titles" select="s:all($dc, 'title')"/>
    <xsl:variable name="identifiers" select="s:all($dc, 'identifier')"/>
    <xsl:variable name="year" select="(s:all($dc, 'date') ! s:year(.))[. ne ''][1]"/>
    <xsl:variable name="languages" select="distinct-values(s:all($dc, 'language') ! s:language(.))[. ne '']"/>
    <record xsi:schemaLocation="http://www.loc.gov/MARC21/slim http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd">
      <!-- 17: brief record; 18: rules of cataloguing not known. -->
      <leader>
        <xsl:value-of select="'00000n', if ($types = 'movingimage') then 'g' else if ($types = ('image', 'stillimage')) then 'k' else if ($types = 'sound') then 'i'
            else if ($types = ('dataset', 'software', 'interactiveresource')) then 'm' else if ($types = 'physicalobject') then 'r' else 'a',
            if ($types = 'collection') then 'c' else 'm', ' a22000003u 4500'" separator=""/>
      </leader>
      <controlfield tag="001"><xsl:value-of select="$identifier"/></controlfield>
      <!-- Fill characters stand for what Dublin Core does not tell. -->
      <controlfield tag="008">
        <xsl:value-of select="'||||||', if (exists($year)) then 's' || $year || '    ' else 'nuuuuuuuu', 'xx ', '|||||||||||||||||', ($languages, 'und')[1], '||'" separator=""/>
      </controlfield>
      <xsl:sequence select="
          $identifiers[s:kind(.) eq 'isbn'] ! s:field('020', '  ', ('a', s:bare(.))),
          $identifiers[s:kind(.) eq 'issn'] ! s:field('022', '  ', ('a', s:bare(.))),
          $identifiers[s:kind(.) = ('doi', 'hdl', 'urn', 'ark')] ! s:field('024', '7 ', ('a', s:bare(.), '2', s:kind(.))),
          $identifiers[s:kind(.) eq 'local'] ! s:field('024', '8 ', ('a', string(.))),
          if (count($languages) gt 1) then s:field('041', '0 ', $languages ! ('a', .)) else (),
          s:field('042', '  ', ('a', 'dc')),
          $creators[1] ! s:field('100', if (contains(., ',')) then '1 ' else '0 ', ('a', string(.))),
          s:field('245', if (exists($creators)) then '10' else '00', ('a', ($titles/string(), '[Untitled]')[1])),
          $titles[position() gt 1] ! s:field('246', '33', ('a', string(.)))"/>
      <xsl:if test="exists((s:all($dc, 'publisher'), s:all($dc, 'date')))">
        <xsl:sequence select="s:field('264', ' 1', (s:all($dc, 'publisher') ! ('b', string(.)), s:all($dc, 'date') ! ('c', string(.))))"/>
      </xsl:if>
      <xsl:sequence select="
          s:all($dc, 'format')[not(matches(normalize-space(.), '^[a-z]+/[a-z0-9.+-]+$'))] ! s:field('300', '  ', ('a', string(.))),
          s:all($dc, 'description') ! s:field('520', '  ', ('a', string(.))),
          s:all($dc, 'rights') ! s:field('540', '  ', (if (s:kind(.) eq 'url') then 'u' else 'a', string(.))),
          s:all($dc, 'language')[s:language(.) eq ''] ! s:field('546', '  ', ('a', string(.))),
          s:all($dc, 'coverage')[matches(normalize-space(.), '^-?[0-9]{1,4}([^a-zA-Z]|$)')] ! s:field('648', ' 4', ('a', string(.))),
          s:all($dc, 'coverage')[not(matches(normalize-space(.), '^-?[0-9]{1,4}([^a-zA-Z]|$)'))] ! s:field('651', ' 4', ('a', string(.))),
          s:all($dc, 'subject') ! s:field('653', '  ', ('a', string(.))),
          s:all($dc, 'type') ! s:field('655', ' 4', ('a', string(.))),
          $creators[position() gt 1] ! s:field('700', if (contains(., ',')) then '1 ' else '0 ', ('a', string(.), '4', 'cre')),
          s:all($dc, 'contributor') ! s:field('700', if (contains(., ',')) then '1 ' else '0 ', ('a', string(.), '4', 'ctb')),
          s:all($dc, 'source') ! s:field('786', '0 ', ('n', string(.))),
          s:all($dc, 'relation') ! s:field('787', '0 ', ('n', string(.))),
          $identifiers[matches(normalize-space(.), '^(https?|ftp)://\S+$')] ! s:field('856', '40', ('u', string(.), s:all($dc, 'format')[matches(normalize-space(.), '^[a-z]+/[a-z0-9.+-]+$')][1] ! ('q', string(.))))"/>
    </record>
  </xsl:template>

</xsl:stylesheet>
