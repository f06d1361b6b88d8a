<?xml version="1.0" encoding="UTF-8"?>
<!-- oai_dc to DataCite 4.5. What is required and not known is given as DataCite wants it given, never made up. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://datacite.org/schema/kernel-4"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" exclude-result-prefixes="xs s dc">

  <xsl:include href="from-oai_dc.xsl"/>

  <!-- "Temporarily unavailable", DataCite's appendix on unknown information. -->
  <xsl:variable name="s:unknown" select="':unav'"/>

  <xsl:function name="s:identifier-type" as="xs:string">
    <xsl:param name="kind" as="xs:string"/>
    <xsl:sequence select="if ($kind = ('doi', 'ark', 'urn', 'isbn', 'issn', 'url')) then upper-case($kind) else if ($kind eq 'hdl') then 'Handle' else 'Local'"/>
  </xsl:function>

  <xsl:template match="/">
    <xsl:variable name="dc" select="/*"/>
    <xsl:variable name="identifiers" select="s:all($dc, 'identifier')"/>
    <xsl:variable name="main" select="(for $kind in ('doi', 'hdl', 'ark', 'urn', 'url') return $identifiers[s:kind(.) eq $kind])[1]"/>
    <xsl:variable name="titles" select="s:all($dc, 'title')"/>
    <xsl:variable name="creators" select="s:all($dc, 'creator')"/>
    <xsl:variable name="types" select="s:all($dc, 'type')"/>
    <resource xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.5/metadata.xsd">
      <xsl:choose>
        <xsl:when test="exists($main)">
          <identifier identifierType="{s:identifier-type(s:kind($main))}"><xsl:value-of select="s:bare($main)"/></identifier>
        </xsl:when>
        <!-- It has no other that works outside its repository. -->
        <xsl:otherwise><identifier identifierType="OAI"><xsl:value-of select="$identifier"/></identifier></xsl:otherwise>
      </xsl:choose>
      <creators>
        <xsl:for-each select="if (exists($creators)) then $creators/normalize-space(.) else $s:unknown">
          <creator><creatorName><xsl:value-of select="."/></creatorName></creator>
        </xsl:for-each>
      </creators>
      <titles>
        <xsl:for-each select="$titles">
          <title>
            <xsl:copy-of select="@xml:lang[. castable as xs:language]"/>
            <xsl:if test="position() gt 1"><xsl:attribute name="titleType" select="'AlternativeTitle'"/></xsl:if>
            <xsl:value-of select="normalize-space(.)"/>
          </title>
        </xsl:for-each>
        <xsl:if test="empty($titles)"><title><xsl:value-of select="$s:unknown"/></title></xsl:if>
      </titles>
      <publisher><xsl:value-of select="(s:all($dc, 'publisher')/normalize-space(.), $s:unknown)[1]"/></publisher>
      <!-- Four digits are required: four zeros are nobody's year. -->
      <publicationYear><xsl:value-of select="((s:all($dc, 'date') ! s:year(.))[. ne ''], '0000')[1]"/></publicationYear>
      <resourceType resourceTypeGeneral="{(($types ! s:general(s:type(.)))[. ne ''], 'Other')[1]}"><xsl:value-of select="($types/normalize-space(.), $s:unknown)[1]"/></resourceType>
      <xsl:if test="exists(s:all($dc, 'subject'))">
        <subjects>
          <xsl:for-each select="s:all($dc, 'subject')">
            <subject><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><xsl:value-of select="normalize-space(.)"/></subject>
          </xsl:for-each>
        </subjects>
      </xsl:if>
      <xsl:if test="exists(s:all($dc, 'contributor'))">
        <contributors>
          <xsl:for-each select="s:all($dc, 'contributor')">
            <contributor contributorType="Other"><contributorName><xsl:value-of select="normalize-space(.)"/></contributorName></contributor>
          </xsl:for-each>
        </contributors>
      </xsl:if>
      <xsl:variable name="dates" select="s:all($dc, 'date')[s:is-date(.) or matches(normalize-space(.), '^[0-9]{4}[0-9-]*/[0-9]{4}[0-9-]*$')]"/>
      <xsl:if test="exists($dates)">
        <dates>
          <xsl:for-each select="$dates">
            <date dateType="{if (position() eq 1) then 'Issued' else 'Other'}"><xsl:value-of select="normalize-space(.)"/></date>
          </xsl:for-each>
        </dates>
      </xsl:if>
      <xsl:for-each select="s:all($dc, 'language')[normalize-space(.) castable as xs:language][matches(normalize-space(.), '^[A-Za-z]{2,3}(-|$)')][1]">
        <language><xsl:value-of select="normalize-space(.)"/></language>
      </xsl:for-each>
      <xsl:variable name="others" select="$identifiers[not(. is $main)]"/>
      <xsl:if test="exists($others)">
        <alternateIdentifiers>
          <xsl:for-each select="$others">
            <alternateIdentifier alternateIdentifierType="{s:identifier-type(s:kind(.))}"><xsl:value-of select="s:bare(.)"/></alternateIdentifier>
          </xsl:for-each>
        </alternateIdentifiers>
      </xsl:if>
      <!-- How a relation is meant Dublin Core does not tell, except of a source. -->
      <xsl:variable name="sources" select="s:all($dc, 'source')[s:kind(.) = ('doi', 'hdl', 'ark', 'urn', 'isbn', 'issn', 'url')]"/>
      <xsl:if test="exists($sources)">
        <relatedIdentifiers>
          <xsl:for-each select="$sources">
            <relatedIdentifier relatedIdentifierType="{s:identifier-type(s:kind(.))}" relationType="{if (s:kind(.) = ('isbn', 'issn')) then 'IsPublishedIn' else 'IsDerivedFrom'}"><xsl:value-of select="s:bare(.)"/></relatedIdentifier>
          </xsl:for-each>
        </relatedIdentifiers>
      </xsl:if>
      <xsl:if test="exists(s:all($dc, 'format'))">
        <formats>
          <xsl:for-each select="s:all($dc, 'format')"><format><xsl:value-of select="normalize-space(.)"/></format></xsl:for-each>
        </formats>
      </xsl:if>
      <xsl:if test="exists(s:all($dc, 'rights'))">
        <rightsList>
          <xsl:for-each select="s:all($dc, 'rights')">
            <rights>
              <xsl:copy-of select="@xml:lang[. castable as xs:language]"/>
              <xsl:if test="s:kind(.) eq 'url'"><xsl:attribute name="rightsURI" select="normalize-space(.)"/></xsl:if>
              <xsl:value-of select="normalize-space(.)"/>
            </rights>
          </xsl:for-each>
        </rightsList>
      </xsl:if>
      <xsl:if test="exists(s:all($dc, 'description'))">
        <descriptions>
          <xsl:for-each select="s:all($dc, 'description')">
            <description descriptionType="{if (position() eq 1) then 'Abstract' else 'Other'}"><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><xsl:value-of select="normalize-space(.)"/></description>
          </xsl:for-each>
        </descriptions>
      </xsl:if>
      <xsl:variable name="places" select="s:all($dc, 'coverage')[not(matches(normalize-space(.), '^-?[0-9]{1,4}([^a-zA-Z]|$)'))]"/>
      <xsl:if test="exists($places)">
        <geoLocations>
          <xsl:for-each select="$places"><geoLocation><geoLocationPlace><xsl:value-of select="normalize-space(.)"/></geoLocationPlace></geoLocation></xsl:for-each>
        </geoLocations>
      </xsl:if>
    </resource>
  </xsl:template>

  <xsl:function name="s:general" as="xs:string">
    <xsl:param name="type" as="xs:string"/>
    <xsl:sequence select="
        if ($type = ('image', 'stillimage')) then 'Image'
        else if ($type eq 'movingimage') then 'Audiovisual'
        else if ($type eq 'physicalobject') then 'PhysicalObject'
        else if ($type eq 'interactiveresource') then 'InteractiveResource'
        else upper-case(substring($type, 1, 1)) || substring($type, 2)"/>
  </xsl:function>

</xsl:stylesheet>
