<?xml version="1.0" encoding="UTF-8"?>
<!-- JATS and its predecessor of the NLM to oai_dc: the front matter alone, for what stands in the text and its references describes others. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:xlink="http://www.w3.org/1999/xlink"
    xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s xlink">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="article" select="(descendant-or-self::*:article)[1]"/>
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="$article/*:front"/>
      <dc:type><xsl:value-of select="$article/@article-type"/></dc:type>
      <dc:language><xsl:value-of select="$article/@xml:lang"/></dc:language>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <!-- The text of mixed content without footnotes and their marks; paragraphs and headings are kept apart. -->
  <xsl:function name="s:text" as="xs:string">
    <xsl:param name="node" as="node()?"/>
    <xsl:variable name="parts" as="xs:string*">
      <xsl:apply-templates select="$node" mode="text"/>
    </xsl:variable>
    <xsl:sequence select="normalize-space(string-join($parts))"/>
  </xsl:function>

  <xsl:template match="text()" mode="text"><xsl:sequence select="string(.)"/></xsl:template>
  <xsl:template match="*:xref[@ref-type = ('fn', 'aff', 'corresp', 'bibr')] | *:fn | *:object-id | *:alternatives/*[preceding-sibling::*] | comment() | processing-instruction()" mode="text"/>
  <xsl:template match="*:p | *:sec | *:title | *:break | *:list-item | *:label" mode="text">
    <xsl:sequence select="' '"/><xsl:apply-templates mode="text"/><xsl:sequence select="' '"/>
  </xsl:template>
  <!-- Formulas come as TeX or MathML: one of the two is enough, and a preamble helps nobody. -->
  <xsl:template match="*:tex-math" mode="text">
    <xsl:sequence select="if (contains(., '\begin{document}')) then substring-before(substring-after(., '\begin{document}'), '\end{document}') else string(.)"/>
  </xsl:template>

  <xsl:function name="s:person" as="xs:string">
    <xsl:param name="contrib" as="element()"/>
    <xsl:variable name="name" select="($contrib/(*:name, *:name-alternatives/*[self::*:name or self::*:string-name], *:string-name))[1]"/>
    <xsl:sequence select="
        if (exists($name/*:surname)) then string-join(((string-join(($name/*:surname, $name/*:suffix)/s:text(.)[. ne ''], ' ')), $name/*:given-names/s:text(.))[. ne ''], ', ')
        else if (exists($name)) then s:text($name)
        else s:text(($contrib/(*:collab, *:collab-alternatives/*:collab, *:on-behalf-of))[1])"/>
  </xsl:function>

  <xsl:function name="s:date" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="numbers" select="($date/*:year[1], $date/*:month[1][matches(normalize-space(.), '^(0?[1-9]|1[0-2])$')], $date/*:day[1][matches(normalize-space(.), '^(0?[1-9]|[12][0-9]|3[01])$')][matches(normalize-space(../*:month[1]), '^(0?[1-9]|1[0-2])$')]) ! normalize-space(.)"/>
    <xsl:sequence select="
        if ($date/@iso-8601-date) then normalize-space($date/@iso-8601-date)
        else string-join($numbers ! (if (string-length(.) eq 1) then '0' || . else .), '-')"/>
  </xsl:function>

  <xsl:template match="*:front">
    <xsl:variable name="article" select="*:article-meta"/>
    <xsl:variable name="journal" select="*:journal-meta"/>

    <xsl:for-each select="$article/(*:title-group | .)/(*:article-title, *:trans-title-group/*:trans-title, *:trans-title)">
      <dc:title>
        <xsl:copy-of select="(@xml:lang, ../self::*:trans-title-group/@xml:lang)[1]"/>
        <xsl:value-of select="string-join((s:text(.), (following-sibling::*[self::*:subtitle or self::*:trans-subtitle])[1]/s:text(.))[. ne ''], ': ')"/>
      </dc:title>
    </xsl:for-each>
    <xsl:for-each select="$article/*:contrib-group/*:contrib">
      <xsl:element name="dc:{if (@contrib-type = ('editor', 'translator', 'reviewer', 'assoc-editor') or ../@content-type = ('editor', 'editors', 'section')) then 'contributor' else 'creator'}">
        <xsl:value-of select="s:person(.)"/>
      </xsl:element>
      <!-- A collaboration for which the person writes. -->
      <xsl:for-each select="*:collab[../(*:name, *:string-name, *:name-alternatives)]">
        <dc:creator><xsl:value-of select="replace(s:text(.), '^\(?(for|on behalf of) (the )?', '', 'i')"/></dc:creator>
      </xsl:for-each>
    </xsl:for-each>
    <xsl:for-each select="$article/*:contrib-group[empty(*:contrib)]/*:collab">
      <dc:creator><xsl:value-of select="s:text(.)"/></dc:creator>
    </xsl:for-each>
    <xsl:for-each select="$article/*:kwd-group//*:kwd, $article/*:kwd-group//*:compound-kwd">
      <dc:subject>
        <xsl:copy-of select="ancestor::*:kwd-group[1]/@xml:lang"/>
        <xsl:value-of select="string-join((*:compound-kwd-part/s:text(.), s:text(.)[empty(current()/*:compound-kwd-part)]), ' ')"/>
      </dc:subject>
    </xsl:for-each>
    <xsl:for-each select="$article/*:article-categories//*:subj-group[not(@subj-group-type = ('heading', 'article-type'))]/*:subject">
      <dc:subject><xsl:value-of select="s:text(.)"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="$article/(*:abstract, *:trans-abstract)[not(@abstract-type = ('graphical', 'toc', 'teaser'))]">
      <dc:description>
        <xsl:copy-of select="@xml:lang"/>
        <!-- That it is the abstract need not be said. -->
        <xsl:value-of select="replace(s:text(.), '^(abstract|summary)[.:]?\s+', '', 'i')"/>
      </dc:description>
    </xsl:for-each>
    <xsl:for-each select="$journal/*:publisher/*:publisher-name">
      <dc:publisher><xsl:value-of select="s:text(.)"/></dc:publisher>
    </xsl:for-each>
    <!-- One date: when it could first be read. -->
    <xsl:variable name="dates" select="$article/*:pub-date[normalize-space(s:date(.)) ne '']"/>
    <xsl:for-each select="($dates[@date-type eq 'pub' or @pub-type = ('epub', 'epub-original')], $dates[not(@pub-type = ('pmc-release', 'nihms-submitted', 'collection'))], $dates)[1]">
      <dc:date><xsl:value-of select="s:date(.)"/></dc:date>
    </xsl:for-each>
    <xsl:for-each select="$article/*:article-categories//*:subj-group[@subj-group-type = ('heading', 'article-type')]/*:subject">
      <dc:type><xsl:value-of select="s:text(.)"/></dc:type>
    </xsl:for-each>
    <xsl:variable name="public" select="$article/*:article-id[@pub-id-type = ('doi', 'pmid', 'pmc', 'pmcid', 'arxiv', 'handle') or matches(normalize-space(.), '^(https?://|urn:[a-z0-9-]+:|info:[a-z]+/)\S', 'i')]"/>
    <xsl:for-each select="$public">
      <dc:identifier><xsl:value-of select="s:identifier(., string(@pub-id-type))"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="$article/*:self-uri">
      <dc:identifier><xsl:value-of select="(@xlink:href/normalize-space(.)[matches(., '^https?://')], normalize-space(.)[matches(., '^https?://\S+$')])[1]"/></dc:identifier>
    </xsl:for-each>
    <!-- A number of the publisher's own, when the article has no other. -->
    <xsl:if test="empty($public)">
      <xsl:for-each select="$article/*:article-id[1]">
        <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
      </xsl:for-each>
    </xsl:if>
    <dc:source>
      <xsl:variable name="title" select="s:text(($journal/(*:journal-title-group/*:journal-title, *:journal-title, *:journal-title-group/*:abbrev-journal-title, *:abbrev-journal-title))[1])"/>
      <xsl:variable name="issue" select="normalize-space($article/*:issue[1])[. ne '']"/>
      <xsl:variable name="volume" select="string-join((normalize-space($article/*:volume[1])[. ne ''], $issue ! ('(' || . || ')')))"/>
      <xsl:variable name="pages" select="($article/*:fpage[1]/string-join((normalize-space(.), normalize-space($article/*:lpage[1])[. ne '']), '-')[. ne ''], $article/*:elocation-id[1]/normalize-space(.))[1]"/>
      <xsl:value-of select="if ($title ne '') then string-join((string-join(($title, $volume[. ne '']), ' '), $pages), ', ') else ''"/>
    </dc:source>
    <xsl:for-each select="$journal/*:issn">
      <dc:source><xsl:value-of select="s:identifier(., 'issn')"/></dc:source>
    </xsl:for-each>
    <xsl:for-each select="$article/*:related-article">
      <dc:relation><xsl:value-of select="s:identifier(string(@xlink:href), string(@ext-link-type))"/></dc:relation>
    </xsl:for-each>
    <xsl:for-each select="$article/*:permissions/(*:license, .//*:license_ref, .//*:license-p, *:copyright-statement), $article/*:copyright-statement">
      <dc:rights>
        <xsl:value-of select="if (self::*:license) then (@xlink:href/normalize-space(.), s:text(.)[empty(current()/*:license-p)])[. ne ''][1] else s:text(.)"/>
      </dc:rights>
    </xsl:for-each>
  </xsl:template>

</xsl:stylesheet>
