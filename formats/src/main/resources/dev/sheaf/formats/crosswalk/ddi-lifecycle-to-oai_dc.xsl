<?xml version="1.0" encoding="UTF-8"?>
<!-- DDI lifecycle 3 to oai_dc: the citation of the study, or of the group of studies. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="((descendant-or-self::*:StudyUnit, descendant-or-self::*:Group)[*:Citation])[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="citation" select="*:Citation[1]"/>
    <xsl:sequence select="s:dc('title', s:texts($citation/(*:Title, *:SubTitle[empty(../*:Title)], *:AlternateTitle)))"/>
    <xsl:sequence select="s:dc('creator', $citation/*:Creator ! (if (*:CreatorName) then s:texts(*:CreatorName)[1] else .[not(*)]))"/>
    <xsl:sequence select="s:dc('contributor', $citation/*:Contributor ! (if (*:ContributorName) then s:texts(*:ContributorName)[1] else .[not(*)]))"/>
    <xsl:sequence select="s:dc('publisher', $citation/*:Publisher ! (if (*:PublisherName) then s:texts(*:PublisherName)[1] else .[not(*)]))"/>
    <xsl:sequence select="s:dc('subject', *:Coverage/*:TopicalCoverage/(*:Subject, *:Keyword) ! s:texts(.))"/>
    <xsl:sequence select="s:dc('description', *:Abstract ! s:texts((*:Content, .)[1]))"/>
    <xsl:sequence select="s:dc('date', $citation/*:PublicationDate ! s:period((*:SimpleDate, *:StartDate)[1], *:EndDate))"/>
    <xsl:sequence select="s:dc('type', *:KindOfData)"/>
    <xsl:sequence select="s:dc('identifier', $citation/*:InternationalIdentifier ! s:identifier((*:IdentifierContent, .)[1], string(*:ManagingAgency)))"/>
    <xsl:sequence select="s:dc('identifier', *:UserID)"/>
    <xsl:sequence select="s:dc('language', $citation/*:Language)"/>
    <xsl:sequence select="s:dc('coverage', *:Coverage/*:TemporalCoverage/*:ReferenceDate ! s:period((*:SimpleDate, *:StartDate)[1], *:EndDate))"/>
    <xsl:sequence select="s:dc('rights', $citation/*:Copyright ! s:texts(.))"/>
  </xsl:template>

  <!-- Version 3.2 puts the text of each language into an element of its own. -->
  <xsl:function name="s:texts" as="element()*">
    <xsl:param name="elements" as="element()*"/>
    <xsl:sequence select="$elements/(if (*:String) then *:String else .)"/>
  </xsl:function>

</xsl:stylesheet>
