<?xml version="1.0" encoding="UTF-8"?>
<!-- Crossref's deposits to oai_dc: the work that was deposited; the journal, book or series that it stands in is its source. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="((descendant-or-self::*:doi_batch, descendant-or-self::*:crossref)[1]//(*:journal_article, *:conference_paper, *:content_item, *:dissertation, *:report-paper_metadata, *:posted_content, *:dataset, *:standard_metadata), (descendant-or-self::*:doi_batch, descendant-or-self::*:crossref)[1]//(*:book_metadata, *:book_set_metadata, *:proceedings_metadata, *:journal_metadata))[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="around" select="ancestor::*[self::*:journal or self::*:book or self::*:conference]/(*:journal_metadata, *:book_metadata, *:book_series_metadata, *:proceedings_metadata)[not(. is current())]"/>
    <xsl:sequence select="s:dc('title', *:titles[1]/*:title[1] ! string-join((s:plain(.), following-sibling::*[1][self::*:subtitle] ! s:plain(.)), ': '))"/>
    <xsl:sequence select="s:dc('title', (*:titles[1]/*:original_language_title, *:full_title, *:proceedings_title))"/>
    <xsl:sequence select="s:dc('creator', s:people(., ('author', '')))"/>
    <xsl:sequence select="s:dc('contributor', s:people(., ('editor', 'chair', 'translator', 'reviewer')))"/>
    <xsl:sequence select="s:dc('publisher', ((., $around)/*:publisher/*:publisher_name, *:institution/*:institution_name)[s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('description', *:abstract)"/>
    <xsl:sequence select="s:dc('date', ((*:publication_date, *:posted_date, *:approval_date, *:database_date/*:publication_date, ancestor::*[self::*:journal]/*:journal_issue/*:publication_date, $around/*:publication_date) ! s:date(.))[1])"/>
    <xsl:sequence select="s:dc('type', replace(replace(local-name(), '_metadata$|-paper_metadata$', ''), '_', ' '))"/>
    <xsl:sequence select="s:dc('identifier', (*:doi_data[1]/*:doi ! s:identifier(string(.), 'doi'), *:doi_data[1]/*:resource, *:isbn ! s:identifier(string(.), 'isbn'), *:issn ! s:identifier(string(.), 'issn')))"/>
    <xsl:sequence select="s:dc('language', @language)"/>
    <xsl:variable name="issue" select="ancestor::*:journal/*:journal_issue"/>
    <xsl:sequence select="s:dc('source', if ($around) then string-join((string-join((($around/(*:full_title, *:titles/*:title, *:proceedings_title))[1] ! s:plain(.), string-join(($issue//*:volume[1] ! s:plain(.), $issue/*:issue[1] ! ('(' || s:plain(.) || ')')))[. ne '']), ' '), *:pages ! string-join((*:first_page, *:last_page) ! s:plain(.), '-'))[. ne ''], ', ') else ())"/>
    <xsl:sequence select="s:dc('source', $around/*:issn ! s:identifier(string(.), 'issn'))"/>
  </xsl:template>

  <xsl:function name="s:people" as="xs:string*">
    <xsl:param name="work" as="element()"/>
    <xsl:param name="roles" as="xs:string*"/>
    <xsl:for-each select="$work/(*:contributors, .)/(*:person_name, *:organization)[string(@contributor_role) = $roles]">
      <xsl:sequence select="if (*:surname) then s:inverted(*:surname, *:given_name) else s:plain(.)"/>
    </xsl:for-each>
  </xsl:function>

  <xsl:function name="s:date" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="month" select="$date/*:month[matches(., '^\s*(0?[1-9]|1[0-2])\s*$')]"/>
    <xsl:sequence select="string-join((s:plain($date/*:year), ($month, $date/*:day[$month]) ! format-integer(xs:integer(normalize-space(.)), '00')), '-')"/>
  </xsl:function>

</xsl:stylesheet>
