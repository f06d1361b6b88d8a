<?xml version="1.0" encoding="UTF-8"?>
<!-- The header of TEI, P4 and P5, to oai_dc: the text as it is published here; what it was made from is its source. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="((descendant-or-self::*:teiHeader | descendant-or-self::*:TEI.2)[1]/descendant-or-self::*:fileDesc)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="titles" select="*:titleStmt/*:title[not(@type = ('sub', 'gmd'))][s:plain(.) ne '']"/>
    <xsl:variable name="main" select="($titles[@type eq 'main'], $titles)[1]"/>
    <xsl:sequence select="s:dc('title', string-join(($main, *:titleStmt/*:title[@type eq 'sub'][1]) ! s:plain(.)[. ne ''], ': ')), s:dc('title', $titles[not(. is $main)])"/>
    <xsl:sequence select="s:dc('creator', *:titleStmt/*:author ! s:name(.))"/>
    <xsl:sequence select="s:dc('contributor', (*:titleStmt/(*:editor, *:respStmt/(*:name, *:persName, *:orgName))) ! s:name(.))"/>
    <xsl:sequence select="s:dc('publisher', *:publicationStmt/(if (*:publisher) then *:publisher else (*:distributor, *:authority)[1]) ! s:name(.))"/>
    <xsl:sequence select="s:dc('date', (*:publicationStmt//*:date[not(ancestor::*:availability)] ! ((@when, @when-iso)[normalize-space(.) ne '']/string(), s:plain(.))[1])[1])"/>
    <xsl:sequence select="s:dc('subject', ../*:profileDesc/*:textClass/*:keywords//(*:term, *:item[not(*)]))"/>
    <xsl:sequence select="s:dc('description', ../*:profileDesc/*:abstract)"/>
    <xsl:sequence select="s:dc('type', 'text')"/>
    <xsl:sequence select="s:dc('format', *:extent)"/>
    <xsl:sequence select="s:dc('identifier', *:publicationStmt//*:idno[not(ancestor::*:idno)] ! s:identifier((.[not(*)], *:idno[1])[1], string(@type)))"/>
    <xsl:sequence select="s:dc('language', ../*:profileDesc/*:langUsage/*:language ! (@ident/string(), @id/string(), s:plain(.))[. ne ''][1])"/>
    <xsl:sequence select="s:dc('source', *:sourceDesc/(*:bibl, *:biblFull, *:biblStruct, *:p)[1])"/>
    <xsl:sequence select="s:dc('rights', *:publicationStmt/*:availability/(*:licence/@target, *:licence, *:p))"/>
  </xsl:template>

  <!-- The name of a person in its parts, or as it is written. -->
  <xsl:function name="s:name" as="xs:string">
    <xsl:param name="name" as="element()"/>
    <xsl:variable name="family" select="($name//*:surname)[1]"/>
    <xsl:sequence select="if ($family) then s:inverted($family, ($family/..//*:forename)) else s:plain(($name/(*:persName, *:orgName, *:name), $name)[1])"/>
  </xsl:function>

</xsl:stylesheet>
