<?xml version="1.0" encoding="UTF-8"?>
<!-- DDI codebook, all versions, to oai_dc: the citation of the study, not that of the document that describes it. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:codeBook)[1]/*:stdyDscr[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="citation" select="*:citation[1]"/>
    <xsl:variable name="about" select="*:stdyInfo"/>
    <xsl:sequence select="$citation/*:titlStmt/(*:titl, *:parTitl, *:altTitl) ! s:title(.)"/>
    <xsl:sequence select="s:dc('creator', $citation/*:rspStmt/*:AuthEnty)"/>
    <xsl:sequence select="s:dc('contributor', ($citation/*:rspStmt/*:othId, $citation/*:prodStmt/*:producer))"/>
    <xsl:sequence select="s:dc('publisher', ($citation/*:distStmt/*:distrbtr[s:plain(.) ne ''], $citation/*:distStmt/*:distrbtr[s:plain(.) eq '']/@abbr))"/>
    <xsl:sequence select="s:dc('subject', $about/*:subject/(*:keyword, *:topcClas))"/>
    <xsl:sequence select="s:dc('description', $about/*:abstract)"/>
    <xsl:sequence select="s:dc('date', ($citation/*:distStmt/*:distDate, $citation/*:prodStmt/*:prodDate) ! s:day(.))"/>
    <xsl:sequence select="s:dc('type', $about/*:sumDscr/*:dataKind)"/>
    <xsl:sequence select="s:dc('identifier', $citation/*:titlStmt/*:IDNo ! s:identifier(s:plain(.), if (lower-case(@agency) = ('doi', 'handle', 'hdl')) then string(@agency) else ''))"/>
    <xsl:sequence select="s:dc('identifier', $citation/*:holdings/@URI[matches(., '^https?://')])"/>
    <xsl:sequence select="s:dc('coverage', ($about/*:sumDscr/*:nation, $about/*:sumDscr/*:geogCover))"/>
    <xsl:for-each-group select="$about/*:sumDscr/*:timePrd" group-starting-with="*[not(@event eq 'end')]">
      <xsl:sequence select="s:dc('coverage', s:period(s:day(current-group()[1]), s:day(current-group()[2])))"/>
    </xsl:for-each-group>
    <xsl:sequence select="s:dc('rights', (*:dataAccs/*:useStmt/(*:restrctn, *:conditions), $citation/*:prodStmt/*:copyright))"/>
  </xsl:template>

  <!-- A title with its subtitle, which has no other place. -->
  <xsl:function name="s:title" as="element()">
    <xsl:param name="title" as="element()"/>
    <dc:title>
      <xsl:copy-of select="$title/@xml:lang"/>
      <xsl:value-of select="string-join(($title, $title[self::*:titl][empty(preceding-sibling::*:titl)]/../*:subTitl[1]) ! s:plain(.)[. ne ''], ': ')"/>
    </dc:title>
  </xsl:function>

  <!-- The date in the attribute is the exact one, unless a program has filled a year up with its first second. -->
  <xsl:function name="s:day" as="xs:string?">
    <xsl:param name="date" as="element()?"/>
    <xsl:sequence select="$date/(s:plain(.)[matches(., '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$')], normalize-space(@date)[. ne ''], s:plain(.)[. ne ''])[1]"/>
  </xsl:function>

</xsl:stylesheet>
