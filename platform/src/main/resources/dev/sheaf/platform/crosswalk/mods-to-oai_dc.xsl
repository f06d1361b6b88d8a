<?xml version="1.0" encoding="UTF-8"?>
<!-- MODS 3 to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:m="http://www.loc.gov/mods/v3"
    xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s m">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::m:mods)[1]"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:function name="s:title" as="xs:string">
    <xsl:param name="info" as="element()"/>
    <xsl:variable name="article" select="string-join($info/m:nonSort/normalize-space(.)[. ne ''], ' ')"/>
    <!-- An elided article ("L'", "al-") belongs to the word that follows; the trailing blank that other articles have in nonSort is often lost. -->
    <xsl:variable name="main" select="string-join(($article, $info/m:title/normalize-space(.))[. ne ''], if (matches($article, '[''’ʼ\-]$')) then '' else ' ')"/>
    <xsl:variable name="with-sub" select="string-join(($main, $info/m:subTitle/normalize-space(.)[. ne '']), ': ')"/>
    <xsl:sequence select="string-join(($with-sub, ($info/m:partNumber, $info/m:partName)/normalize-space(.)[. ne '']), '. ')"/>
  </xsl:function>

  <xsl:function name="s:name" as="xs:string">
    <xsl:param name="name" as="element()"/>
    <xsl:variable name="parts" select="$name/m:namePart[not(@type = ('date', 'termsOfAddress', 'given', 'family'))]/normalize-space(.)[. ne '']"/>
    <xsl:variable name="family" select="string-join($name/m:namePart[@type eq 'family']/normalize-space(.), ' ')"/>
    <xsl:variable name="given" select="string-join($name/m:namePart[@type eq 'given']/normalize-space(.), ' ')"/>
    <xsl:variable name="terms" select="$name/m:namePart[@type eq 'termsOfAddress']/normalize-space(.)[. ne '']"/>
    <xsl:variable name="dates" select="$name/m:namePart[@type eq 'date']/normalize-space(.)[. ne '']"/>
    <xsl:variable name="text" select="string-join((string-join($parts, ' '), string-join(($family, $given)[. ne ''], ', '), $terms, $dates)[. ne ''], ', ')"/>
    <xsl:sequence select="if ($text ne '') then $text else normalize-space($name/m:displayForm[1])"/>
  </xsl:function>

  <xsl:template match="m:mods">
    <xsl:for-each select="m:titleInfo">
      <dc:title>
        <xsl:copy-of select="(@xml:lang, @lang/s:lang(.))[1]"/>
        <xsl:value-of select="s:title(.)"/>
      </dc:title>
    </xsl:for-each>
    <!-- A page or an issue is called after what it is part of. -->
    <xsl:if test="every $info in m:titleInfo satisfies s:title($info) eq ''">
      <dc:title>
        <xsl:value-of select="string-join(((m:relatedItem[@type eq 'host']/m:titleInfo)[1]/s:title(.), (m:part/m:detail[m:title or m:number])[1]/(m:title, m:caption, m:number)/normalize-space(.))[. ne ''], ' ')"/>
      </dc:title>
    </xsl:if>
    <xsl:for-each select="m:name">
      <xsl:variable name="roles" select="m:role/m:roleTerm/lower-case(normalize-space(.))[. ne '']"/>
      <!-- Who has no role is taken for a creator: MODS made from other formats names roles of the others only. -->
      <xsl:choose>
        <xsl:when test="empty($roles) or $roles = ('aut', 'author', 'cre', 'creator', 'artist', 'art', 'composer', 'cmp', 'photographer', 'pht')">
          <dc:creator><xsl:value-of select="s:name(.)"/></dc:creator>
        </xsl:when>
        <xsl:otherwise>
          <dc:contributor><xsl:value-of select="s:name(.)"/></dc:contributor>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
    <xsl:for-each select="m:subject">
      <xsl:variable name="parts" select="(m:topic, m:occupation, m:genre, m:name/s:name(.), m:titleInfo/s:title(.), m:geographic, m:temporal) ! normalize-space(.)[. ne '']"/>
      <xsl:if test="exists((m:topic, m:occupation, m:name, m:titleInfo))">
        <dc:subject><xsl:value-of select="string-join($parts, '--')"/></dc:subject>
      </xsl:if>
      <xsl:for-each select="m:geographic | m:temporal | m:cartographics/*">
        <dc:coverage><xsl:value-of select="normalize-space(.)"/></dc:coverage>
      </xsl:for-each>
      <xsl:for-each select="m:hierarchicalGeographic">
        <dc:coverage><xsl:value-of select="string-join(*/normalize-space(.)[. ne ''], '--')"/></dc:coverage>
      </xsl:for-each>
    </xsl:for-each>
    <xsl:for-each select="m:classification">
      <dc:subject><xsl:value-of select="normalize-space(.)"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="m:abstract | m:tableOfContents | m:note">
      <dc:description><xsl:copy-of select="@xml:lang"/><xsl:value-of select="normalize-space(.)"/></dc:description>
    </xsl:for-each>
    <xsl:for-each select="m:originInfo/m:publisher">
      <dc:publisher><xsl:value-of select="normalize-space(.)"/></dc:publisher>
    </xsl:for-each>
    <xsl:for-each select="m:originInfo/(m:dateIssued, m:dateCreated, m:copyrightDate, m:dateOther)[not(@point eq 'end')][not(self::m:dateOther[@type eq 'order'])]">
      <xsl:variable name="end" select="../*[node-name(.) eq node-name(current())][@point eq 'end'][1]"/>
      <dc:date>
        <xsl:value-of select="if (@point eq 'start' and exists($end)) then normalize-space(.) || '/' || normalize-space($end) else normalize-space(.)"/>
      </dc:date>
    </xsl:for-each>
    <xsl:for-each select="m:typeOfResource | m:genre">
      <dc:type><xsl:value-of select="normalize-space(.)"/></dc:type>
    </xsl:for-each>
    <xsl:for-each select="m:physicalDescription/(m:internetMediaType, m:extent, m:form)">
      <dc:format><xsl:value-of select="normalize-space(.)"/></dc:format>
    </xsl:for-each>
    <!-- The address of a small picture is not that of the object. -->
    <xsl:for-each select="m:location/m:url[not(@access eq 'preview')]">
      <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:identifier[not(@invalid eq 'yes')]">
      <xsl:variable name="value" select="normalize-space(.)"/>
      <xsl:variable name="type" select="lower-case(normalize-space(@type))"/>
      <dc:identifier>
        <xsl:value-of select="
            if ($value eq '') then ''
            else if ($type eq 'doi' and starts-with($value, '10.')) then 'https://doi.org/' || $value
            else if ($type = ('isbn', 'issn') and matches($value, '^[0-9]')) then 'urn:' || upper-case($type) || ':' || $value
            else $value"/>
      </dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:language/m:languageTerm">
      <dc:language><xsl:value-of select="normalize-space(.)"/></dc:language>
    </xsl:for-each>
    <xsl:for-each select="m:relatedItem">
      <xsl:variable name="text" select="string-join((m:titleInfo[1]/s:title(.), m:location[1]/m:url[1]/normalize-space(.))[. ne ''], ', ')"/>
      <xsl:choose>
        <xsl:when test="@type eq 'original'">
          <dc:source><xsl:value-of select="$text"/></dc:source>
        </xsl:when>
        <xsl:otherwise>
          <dc:relation><xsl:value-of select="$text"/></dc:relation>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
    <xsl:for-each select="m:accessCondition">
      <dc:rights><xsl:value-of select="normalize-space(.)"/></dc:rights>
    </xsl:for-each>
  </xsl:template>

  <xsl:function name="s:lang" as="attribute()">
    <xsl:param name="code" as="attribute()"/>
    <xsl:attribute name="xml:lang" select="$code"/>
  </xsl:function>

</xsl:stylesheet>
