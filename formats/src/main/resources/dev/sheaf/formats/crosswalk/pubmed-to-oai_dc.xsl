<?xml version="1.0" encoding="UTF-8"?>
<!-- PubMed to oai_dc: the article; the journal that it stands in is its source. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:MedlineCitation)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="article" select="*:Article"/>
    <xsl:variable name="issue" select="$article/*:Journal/*:JournalIssue"/>
    <xsl:sequence select="s:dc('title', $article/(*:ArticleTitle, *:VernacularTitle) ! replace(s:plain(.), '^\[(.+)\]\.?$', '$1'))"/>
    <xsl:sequence select="s:dc('creator', $article/*:AuthorList/*:Author ! (if (*:LastName) then s:inverted(*:LastName, (*:ForeName, *:FirstName, *:Initials)[1]) else s:plain(*:CollectiveName)))"/>
    <xsl:sequence select="s:dc('subject', (*:KeywordList/*:Keyword, *:MeshHeadingList/*:MeshHeading/*:DescriptorName))"/>
    <xsl:sequence select="s:dc('description', $article/*:Abstract ! string-join(*:AbstractText ! s:plain(.), ' '))"/>
    <xsl:sequence select="s:dc('date', (($article/*:ArticleDate, $issue/*:PubDate) ! s:date(.)[. ne ''])[1])"/>
    <xsl:sequence select="s:dc('type', $article/*:PublicationTypeList/*:PublicationType)"/>
    <xsl:sequence select="s:dc('identifier', distinct-values(($article/*:ELocationID[@EIdType eq 'doi'][not(@ValidYN eq 'N')], ../*:PubmedData/*:ArticleIdList/*:ArticleId[@IdType eq 'doi']) ! s:identifier(string(.), 'doi')))"/>
    <xsl:sequence select="s:dc('identifier', (*:PMID ! s:identifier(string(.), 'pmid'), ../*:PubmedData/*:ArticleIdList/*:ArticleId[@IdType eq 'pmc'] ! s:identifier(string(.), 'pmc')))"/>
    <xsl:sequence select="s:dc('language', $article/*:Language)"/>
    <xsl:sequence select="s:dc('source', string-join((string-join(($article/*:Journal/*:Title ! s:plain(.), string-join(($issue/*:Volume ! s:plain(.), $issue/*:Issue ! ('(' || s:plain(.) || ')')))[. ne '']), ' '), $article/*:Pagination/*:MedlinePgn[1] ! s:plain(.))[. ne ''], ', '))"/>
    <xsl:sequence select="s:dc('source', $article/*:Journal/*:ISSN ! s:identifier(string(.), 'issn'))"/>
    <xsl:sequence select="s:dc('rights', $article/*:Abstract/*:CopyrightInformation)"/>
  </xsl:template>

  <!-- Months are numbers, or English names in short. -->
  <xsl:function name="s:date" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="named" select="index-of(('jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'), lower-case(s:plain($date/*:Month)))"/>
    <xsl:variable name="month" select="(if ($date/*:Month castable as xs:integer) then xs:integer($date/*:Month) else $named)[1]"/>
    <xsl:variable name="day" select="if (exists($month) and $date/*:Day castable as xs:integer) then xs:integer($date/*:Day) else ()"/>
    <xsl:sequence select="if ($date/*:Year) then string-join((s:plain($date/*:Year), ($month, $day) ! format-integer(., '00')), '-') else s:plain($date/*:MedlineDate)"/>
  </xsl:function>

</xsl:stylesheet>
