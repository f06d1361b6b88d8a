<?xml version="1.0" encoding="UTF-8"?>
<!-- DataCite (kernel 2 to 4, bare or in the envelope of DataCite's own repository) to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:resource)[1]"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:function name="s:name" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="parts" select="string-join(($person/*:familyName, $person/*:givenName)/s:known(.)[. ne ''], ', ')"/>
    <xsl:variable name="whole" select="s:known($person/(*:creatorName, *:contributorName)[1])"/>
    <!-- Where the whole name is not inverted, its parts know better. -->
    <xsl:sequence select="if (exists($person/*:familyName[normalize-space(.) ne '']) and not(contains($whole, ','))) then $parts else $whole"/>
  </xsl:function>

  <xsl:template match="*:resource">
    <xsl:variable name="titles" select="*:titles/*:title[s:known(.) ne '']"/>
    <xsl:variable name="main" select="($titles[not(@titleType)], $titles)[1]"/>
    <xsl:if test="exists($main)">
      <dc:title>
        <xsl:copy-of select="$main/@xml:lang"/>
        <xsl:value-of select="string-join(($main, $titles[@titleType eq 'Subtitle'][not(. is $main)][not(@xml:lang) or not($main/@xml:lang) or @xml:lang eq $main/@xml:lang][1])/s:known(.), ': ')"/>
      </dc:title>
    </xsl:if>
    <xsl:for-each select="$titles[not(. is $main)][not(@titleType eq 'Subtitle')]">
      <dc:title><xsl:copy-of select="@xml:lang"/><xsl:value-of select="s:known(.)"/></dc:title>
    </xsl:for-each>
    <xsl:for-each select="*:creators/*:creator">
      <dc:creator><xsl:value-of select="s:name(.)"/></dc:creator>
    </xsl:for-each>
    <xsl:for-each select="*:contributors/*:contributor">
      <dc:contributor><xsl:value-of select="s:name(.)"/></dc:contributor>
    </xsl:for-each>
    <xsl:for-each select="*:subjects/*:subject">
      <dc:subject><xsl:copy-of select="@xml:lang"/><xsl:value-of select="s:known(.)"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="*:descriptions/*:description">
      <dc:description>
        <xsl:copy-of select="@xml:lang"/>
        <!-- br is the only element that a description may hold. -->
        <xsl:value-of select="s:known(string-join(.//text(), ' '))"/>
      </dc:description>
    </xsl:for-each>
    <dc:publisher><xsl:value-of select="s:known(*:publisher[1])"/></dc:publisher>
    <xsl:variable name="year" select="s:known(*:publicationYear[1])"/>
    <xsl:variable name="dates" select="*:dates/*:date[s:known(.) ne '']"/>
    <xsl:if test="not($dates[@dateType eq 'Issued'] ! starts-with(normalize-space(.), $year) = true())">
      <dc:date kind="issued"><xsl:value-of select="$year"/></dc:date>
    </xsl:if>
    <!-- Dates of the resource; when its description was updated or withdrawn is not one. -->
    <xsl:for-each select="$dates[@dateType eq 'Issued'], $dates[@dateType = ('Available', 'Created', 'Submitted', 'Accepted', 'Copyrighted', 'Collected', 'Valid')]">
      <dc:date kind="{@dateType}"><xsl:value-of select="s:known(.)"/></dc:date>
    </xsl:for-each>
    <xsl:for-each select="*:resourceType">
      <dc:type><xsl:value-of select="@resourceTypeGeneral"/></dc:type>
      <dc:type><xsl:value-of select="s:known(.)"/></dc:type>
    </xsl:for-each>
    <xsl:for-each select="*:formats/*:format, *:sizes/*:size">
      <dc:format><xsl:value-of select="s:known(.)"/></dc:format>
    </xsl:for-each>
    <xsl:for-each select="*:identifier">
      <dc:identifier><xsl:value-of select="s:identifier(s:known(.), @identifierType)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="*:alternateIdentifiers/*:alternateIdentifier">
      <dc:identifier><xsl:value-of select="s:identifier(s:known(.), string(@alternateIdentifierType))"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="*:language">
      <dc:language><xsl:value-of select="s:known(.)"/></dc:language>
    </xsl:for-each>
    <xsl:for-each select="*:relatedIdentifiers/*:relatedIdentifier[not(@relationType = ('HasMetadata', 'IsIdenticalTo'))]">
      <xsl:element name="dc:{if (@relationType = ('IsDerivedFrom', 'IsVariantFormOf', 'IsPublishedIn')) then 'source' else 'relation'}">
        <xsl:value-of select="s:identifier(s:known(.), string(@relatedIdentifierType))"/>
      </xsl:element>
    </xsl:for-each>
    <xsl:for-each select="*:relatedItems/*:relatedItem">
      <dc:relation><xsl:value-of select="s:known((*:titles/*:title)[1])"/></dc:relation>
    </xsl:for-each>
    <xsl:for-each select="*:geoLocations/*:geoLocation/*">
      <dc:coverage>
        <xsl:choose>
          <xsl:when test="self::*:geoLocationPlace"><xsl:value-of select="s:known(.)"/></xsl:when>
          <!-- Points and boxes as DCMI writes them; kernel 3 has bare numbers, latitude first. -->
          <xsl:when test="self::*:geoLocationPoint[*]">
            <xsl:value-of select="'east=' || normalize-space(*:pointLongitude) || '; north=' || normalize-space(*:pointLatitude)"/>
          </xsl:when>
          <xsl:when test="self::*:geoLocationBox[*]">
            <xsl:value-of select="'northlimit=' || normalize-space(*:northBoundLatitude) || '; southlimit=' || normalize-space(*:southBoundLatitude)
                || '; westlimit=' || normalize-space(*:westBoundLongitude) || '; eastlimit=' || normalize-space(*:eastBoundLongitude)"/>
          </xsl:when>
          <xsl:when test="not(*)"><xsl:value-of select="s:known(.)"/></xsl:when>
        </xsl:choose>
      </dc:coverage>
    </xsl:for-each>
    <xsl:for-each select="*:dates/*:date[@dateType eq 'Coverage']">
      <dc:coverage><xsl:value-of select="s:known(.)"/></dc:coverage>
    </xsl:for-each>
    <xsl:for-each select="*:rightsList/*:rights, *:rights">
      <dc:rights><xsl:copy-of select="@xml:lang"/><xsl:value-of select="s:known(.)"/></dc:rights>
      <dc:rights><xsl:value-of select="normalize-space(@rightsURI)"/></dc:rights>
    </xsl:for-each>
  </xsl:template>

</xsl:stylesheet>
