<?xml version="1.0" encoding="UTF-8"?>
<!-- arXiv's own formats to oai_dc: arXiv with names in parts, arXivRaw and arXivOld with one line of them. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:arXiv | descendant-or-self::*:arXivRaw | descendant-or-self::*:arXivOld)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:sequence select="s:dc('title', *:title)"/>
    <xsl:sequence select="s:dc('creator', *:authors/*:author ! s:inverted(*:keyname, (*:forenames, *:suffix)))"/>
    <!-- One line: names are parted by commas and a last "and"; affiliations stand in brackets. -->
    <xsl:sequence select="s:dc('creator', *:authors[not(*)] ! tokenize(replace(replace(s:plain(.), '\([^()]*\)', ''), '\([^()]*\)', ''), '\s*,\s*(and\s+)?|\s+and\s+') ! normalize-space(.))"/>
    <xsl:sequence select="s:dc('subject', *:categories ! tokenize(s:plain(.), ' '))"/>
    <xsl:sequence select="s:dc('subject', (*:msc-class, *:acm-class))"/>
    <xsl:sequence select="s:dc('description', (*:abstract, *:comments))"/>
    <xsl:sequence select="s:dc('date', (*:created, *:date, *:version[1]/*:date)[1] ! s:day(.))"/>
    <xsl:sequence select="s:dc('type', 'text')"/>
    <xsl:sequence select="s:dc('identifier', (*:id ! s:identifier(string(.), 'arxiv'), *:doi ! tokenize(s:plain(.), '[ ,;]+') ! s:identifier(., 'doi')))"/>
    <xsl:sequence select="s:dc('source', *:journal-ref)"/>
    <xsl:sequence select="s:dc('rights', *:license)"/>
  </xsl:template>

  <!-- Raw records write dates as e-mail does. -->
  <xsl:function name="s:day" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="text" select="s:plain($date)"/>
    <xsl:variable name="parts" select="tokenize(replace($text, '^[A-Za-z]+,\s*', ''), ' ')"/>
    <xsl:variable name="month" select="index-of(('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'), ($parts[2], '')[1])[1]"/>
    <xsl:sequence select="if (exists($month) and $parts[1] castable as xs:integer and matches($parts[3], '^[0-9]{4}$')) then string-join(($parts[3], format-integer($month, '00'), format-integer(xs:integer($parts[1]), '00')), '-') else $text"/>
  </xsl:function>

</xsl:stylesheet>
