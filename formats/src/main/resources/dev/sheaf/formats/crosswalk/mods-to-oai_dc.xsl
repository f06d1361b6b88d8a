<?xml version="1.0" encoding="UTF-8"?>
<!-- MODS 3 to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk"
    xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:mods)[1]"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:function name="s:title" as="xs:string">
    <xsl:param name="info" as="element()"/>
    <xsl:variable name="article" select="string-join($info/*:nonSort/normalize-space(.)[. ne ''], ' ')"/>
    <!-- An elided article ("L'", "al-") belongs to the word that follows; the trailing blank that other articles have in nonSort is often lost. -->
    <xsl:variable name="main" select="string-join(($article, $info/*:title/normalize-space(.))[. ne ''], if (matches($article, '[''’ʼ\-]$')) then '' else ' ')"/>
    <xsl:variable name="with-sub" select="string-join(($main, $info/*:subTitle/normalize-space(.)[. ne '']), ': ')"/>
    <xsl:sequence select="string-join(($with-sub, ($info/*:partNumber, $info/*:partName)/normalize-space(.)[. ne '']), '. ')"/>
  </xsl:function>

  <xsl:function name="s:name" as="xs:string">
    <xsl:param name="name" as="element()"/>
    <xsl:variable name="parts" select="$name/*:namePart[not(@type = ('date', 'termsOfAddress', 'given', 'family'))]/normalize-space(.)[. ne '']"/>
    <xsl:variable name="family" select="string-join($name/*:namePart[@type eq 'family']/normalize-space(.), ' ')"/>
    <xsl:variable name="given" select="string-join($name/*:namePart[@type eq 'given']/normalize-space(.), ' ')"/>
    <xsl:variable name="terms" select="$name/*:namePart[@type eq 'termsOfAddress']/normalize-space(.)[. ne '']"/>
    <xsl:variable name="dates" select="$name/*:namePart[@type eq 'date']/normalize-space(.)[. ne '']"/>
    <xsl:variable name="text" select="string-join((string-join($parts, ' '), string-join(($family, $given)[. ne ''], ', '), $terms, $dates)[. ne ''], ', ')"/>
    <xsl:sequence select="if ($text ne '') then $text else normalize-space($name/*:displayForm[1])"/>
  </xsl:function>

  <xsl:template match="*:mods">
    <xsl:for-each select="*:titleInfo">
      <dc:title>
        <xsl:copy-of select="(@xml:lang, @lang/s:lang(.))[1]"/>
        <xsl:value-of select="s:title(.)"/>
      </dc:title>
    </xsl:for-each>
    <!-- A page or an issue is called after what it is part of. -->
    <xsl:if test="every $info in *:titleInfo satisfies s:title($info) eq ''">
      <dc:title>
        <xsl:value-of select="string-join(((*:relatedItem[@type eq 'host']/*:titleInfo)[1]/s:title(.), (*:part/*:detail[*:title or *:number])[1]/(*:title, *:caption, *:number)/normalize-space(.))[. ne ''], ' ')"/>
      </dc:title>
    </xsl:if>
    <xsl:for-each select="*:name">
      <xsl:variable name="roles" select="*:role/*:roleTerm/lower-case(normalize-space(.))[. ne '']"/>
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
    <xsl:for-each select="*:subject">
      <xsl:variable name="parts" select="(*:topic, *:occupation, *:genre, *:name/s:name(.), *:titleInfo/s:title(.), *:geographic, *:temporal) ! normalize-space(.)[. ne '']"/>
      <xsl:if test="exists((*:topic, *:occupation, *:name, *:titleInfo))">
        <dc:subject><xsl:value-of select="string-join($parts, '--')"/></dc:subject>
      </xsl:if>
      <xsl:for-each select="*:geographic | *:temporal | *:cartographics/*">
        <dc:coverage><xsl:value-of select="normalize-space(.)"/></dc:coverage>
      </xsl:for-each>
      <xsl:for-each select="*:hierarchicalGeographic">
        <dc:coverage><xsl:value-of select="string-join(*/normalize-space(.)[. ne ''], '--')"/></dc:coverage>
      </xsl:for-each>
    </xsl:for-each>
    <xsl:for-each select="*:classification">
      <dc:subject><xsl:value-of select="normalize-space(.)"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="*:abstract | *:tableOfContents | *:note">
      <dc:description><xsl:copy-of select="@xml:lang"/><xsl:value-of select="normalize-space(.)"/></dc:description>
    </xsl:for-each>
    <xsl:for-each select="*:originInfo/*:publisher">
      <dc:publisher><xsl:value-of select="normalize-space(.)"/></dc:publisher>
    </xsl:for-each>
    <xsl:variable name="dates" select="*:originInfo/(*:dateIssued, *:dateCreated, *:copyrightDate, *:dateOther)[normalize-space(.) ne ''][not(self::*:dateOther[@type eq 'order'])]"/>
    <xsl:for-each select="$dates[not(@point eq 'end')]">
      <xsl:variable name="end" select="s:end(.)"/>
      <dc:date kind="{s:kind(.)}">
        <xsl:value-of select="if (exists($end)) then normalize-space(.) || '/' || normalize-space($end) else normalize-space(.)"/>
      </dc:date>
    </xsl:for-each>
    <!-- An end without a beginning is a date too. -->
    <xsl:variable name="ends" select="$dates[not(@point eq 'end')]/s:end(.)"/>
    <xsl:for-each select="$dates[@point eq 'end'][not(some $end in $ends satisfies $end is .)]">
      <dc:date kind="{s:kind(.)}"><xsl:value-of select="normalize-space(.)"/></dc:date>
    </xsl:for-each>
    <xsl:for-each select="*:typeOfResource | *:genre">
      <dc:type><xsl:value-of select="normalize-space(.)"/></dc:type>
    </xsl:for-each>
    <xsl:for-each select="*:physicalDescription/(*:internetMediaType, *:extent, *:form)">
      <dc:format><xsl:value-of select="normalize-space(.)"/></dc:format>
    </xsl:for-each>
    <!-- The address of a small picture is not that of the object. -->
    <xsl:for-each select="*:location/*:url[not(@access eq 'preview')]">
      <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="*:identifier[not(@invalid eq 'yes')]">
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
    <xsl:for-each select="*:language/*:languageTerm">
      <dc:language><xsl:value-of select="normalize-space(.)"/></dc:language>
    </xsl:for-each>
    <xsl:for-each select="*:relatedItem">
      <xsl:variable name="text" select="string-join((*:titleInfo[1]/s:title(.), *:location[1]/*:url[1]/normalize-space(.))[. ne ''], ', ')"/>
      <xsl:choose>
        <xsl:when test="@type eq 'original'">
          <dc:source><xsl:value-of select="$text"/></dc:source>
        </xsl:when>
        <xsl:otherwise>
          <dc:relation><xsl:value-of select="$text"/></dc:relation>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each>
    <xsl:for-each select="*:accessCondition">
      <dc:rights><xsl:value-of select="normalize-space(.)"/></dc:rights>
    </xsl:for-each>
  </xsl:template>

  <!-- The end of a span that a date begins; a beginning that does not say so is followed by the end at once. -->
  <xsl:function name="s:end" as="element()?">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="same" select="$date/following-sibling::*[node-name(.) eq node-name($date)]"/>
    <xsl:variable name="ends" select="if ($date/@point eq 'start') then $date/../*[node-name(.) eq node-name($date)][@point eq 'end'] else $same[1][@point eq 'end']"/>
    <xsl:sequence select="($ends[string(@encoding) eq string($date/@encoding)][. >> $date], $ends[. >> $date], $ends)[1]"/>
  </xsl:function>

  <!-- What a date is of; an origin that tells of the digital copy beside that of the original is its digitisation. -->
  <xsl:function name="s:kind" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="origin" select="$date/.."/>
    <xsl:sequence select="
        if (matches(string-join(($origin/@eventType, $origin/@displayLabel, $date/self::*:dateOther/@type), ' '), 'digiti|captur', 'i')
            or $origin/*:dateCaptured and $origin/../*:originInfo[not(. is $origin)]
            or matches(string-join($origin/*:edition, ' '), 'electronic|elektron|digital', 'i') and $origin/../*:originInfo[not(. is $origin)]) then 'digitised'
        else if ($date/@keyDate eq 'yes') then 'key'
        else if ($date/self::*:dateOther) then string($date/@type)
        else local-name($date)"/>
  </xsl:function>

  <xsl:function name="s:lang" as="attribute()">
    <xsl:param name="code" as="attribute()"/>
    <xsl:attribute name="xml:lang" select="$code"/>
  </xsl:function>

</xsl:stylesheet>
