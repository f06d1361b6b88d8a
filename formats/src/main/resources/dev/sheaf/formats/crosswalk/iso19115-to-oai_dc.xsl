<?xml version="1.0" encoding="UTF-8"?>
<!-- ISO 19115 in XML (19139 and 19115-3) to oai_dc: the citation of the resource, not those of its keywords, reference systems and quality. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:MD_Metadata | descendant-or-self::*:MI_Metadata)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="resource" select="*:identificationInfo[1]/*[1]"/>
    <xsl:variable name="citation" select="$resource/*:citation[1]/*:CI_Citation[1]"/>
    <xsl:variable name="parties" select="$citation/*:citedResponsibleParty/*, $resource/*:pointOfContact/*"/>
    <xsl:sequence select="s:dc('title', ($citation/*:title, $citation/*:alternateTitle) ! s:value(.)), s:translations('title', ($citation/*:title, $citation/*:alternateTitle))"/>
    <xsl:sequence select="s:dc('creator', $parties[s:role(.) = ('author', 'originator', 'principalInvestigator', 'coAuthor')] ! s:party(.))"/>
    <xsl:sequence select="s:dc('contributor', $parties[s:role(.) = ('contributor', 'collaborator', 'editor', 'processor', 'resourceProvider', 'custodian', 'sponsor', 'funder', 'rightsHolder')] ! s:party(.))"/>
    <xsl:sequence select="s:dc('publisher', $parties[s:role(.) = ('publisher', 'distributor')] ! s:party(.))"/>
    <xsl:sequence select="s:dc('subject', ($resource/*:descriptiveKeywords/*/*:keyword, $resource/*:topicCategory) ! s:value(.))"/>
    <xsl:sequence select="s:dc('description', $resource/*:abstract ! s:value(.)), s:translations('description', $resource/*:abstract)"/>
    <!-- When it was published, else made, else changed; until when it is valid, or when it is to change, is no date of it. -->
    <xsl:variable name="dates" select="$citation/*:date/*:CI_Date"/>
    <xsl:sequence select="s:dc('date', (for $kind in ('publication', 'released', 'creation', 'adopted', 'revision', 'lastRevision', '') return $dates[s:code(*:dateType) eq $kind])[1]/*:date ! s:value(.))"/>
    <xsl:sequence select="s:dc('type', (*:hierarchyLevel, *:metadataScope/*/*:resourceScope) ! s:code(.))"/>
    <xsl:sequence select="s:dc('format', (*:distributionInfo//*:distributionFormat/*/*:name, *:distributionInfo//*:formatSpecificationCitation/*/*:title, $resource/*:resourceFormat/*/*:name) ! s:value(.))"/>
    <!-- A code that repeats the title names nothing. -->
    <xsl:sequence select="s:dc('identifier', ($citation/*:identifier/*/*:code, *:dataSetURI, *:fileIdentifier, *:metadataIdentifier/*/*:code) ! s:value(.)[not(contains(., '&quot;'))][not(. eq s:value($citation/*:title))] ! s:identifier(., ''))"/>
    <xsl:sequence select="s:dc('language', ($resource/*:language, $resource/*:defaultLocale/*/*:language) ! (s:code(.)[. ne ''], s:value(.))[1])"/>
    <!-- Addresses of pages, files and services: what is behind them is often more or less than the resource. -->
    <xsl:sequence select="s:dc('relation', *:distributionInfo//*:onLine/*/*:linkage ! s:value(.)[matches(., '^(https?|ftp)://')])"/>
    <xsl:sequence select="s:dc('coverage', $resource/*:extent//*:EX_GeographicBoundingBox ! s:box(s:value(*:northBoundLatitude), s:value(*:southBoundLatitude), s:value(*:westBoundLongitude), s:value(*:eastBoundLongitude)))"/>
    <xsl:sequence select="s:dc('coverage', $resource/*:extent//*:geographicIdentifier/*/*:code ! s:value(.))"/>
    <xsl:sequence select="s:dc('coverage', $resource/*:extent//*:TimePeriod ! s:period((*:beginPosition, *:begin//*:timePosition)[1], (*:endPosition, *:end//*:timePosition)[1]))"/>
    <xsl:sequence select="s:dc('rights', $resource/*:resourceConstraints/*/(*:useLimitation, *:otherConstraints) ! s:value(.))"/>
  </xsl:template>

  <!-- A property in its first language: a text, the text of a link, a number or date, the word of a code list. -->
  <xsl:function name="s:value" as="xs:string">
    <xsl:param name="properties" as="element()*"/>
    <xsl:variable name="property" select="$properties[1]"/>
    <xsl:sequence select="(($property/(*:CharacterString, *:Anchor, *:FileName, *:URL, *:Date, *:DateTime, *:Decimal, *:LocalisedCharacterString), $property/*, $property) ! s:plain(.)[. ne ''], '')[1]"/>
  </xsl:function>

  <!-- The same in other languages. The locale that a text refers to names the language. -->
  <xsl:function name="s:translations" as="element()*">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="properties" as="element()*"/>
    <xsl:for-each select="$properties/*:PT_FreeText//*:LocalisedCharacterString[normalize-space(.) ne ''][not(s:plain(.) = s:value(ancestor::*:PT_FreeText/..))]">
      <xsl:variable name="locale" select="root(.)//*:PT_Locale[@id eq substring-after(current()/@locale, '#')][1]"/>
      <xsl:variable name="language" select="string(($locale//*:LanguageCode/@codeListValue)[1])"/>
      <xsl:element name="dc:{$name}">
        <xsl:if test="$language ne ''"><xsl:attribute name="xml:lang" select="$language"/></xsl:if>
        <xsl:value-of select="s:plain(.)"/>
      </xsl:element>
    </xsl:for-each>
  </xsl:function>

  <xsl:function name="s:code" as="xs:string">
    <xsl:param name="property" as="element()*"/>
    <xsl:sequence select="string(($property/*/@codeListValue)[1])"/>
  </xsl:function>

  <xsl:function name="s:role" as="xs:string">
    <xsl:param name="party" as="element()"/>
    <xsl:sequence select="s:code($party/*:role[1])"/>
  </xsl:function>

  <!-- The person, else the organisation: CI_ResponsibleParty of 2003, CI_Responsibility of 2014. -->
  <xsl:function name="s:party" as="xs:string*">
    <xsl:param name="party" as="element()"/>
    <xsl:variable name="old" select="(($party/*:individualName, $party/*:organisationName) ! s:value(.)[. ne ''])[1]"/>
    <xsl:variable name="new" as="xs:string*" select="$party/*:party/*/((self::*:CI_Organisation/*:individual/*/*:name, *:name) ! s:value(.)[. ne ''])[1]"/>
    <xsl:sequence select="$old, $new"/>
  </xsl:function>

</xsl:stylesheet>
