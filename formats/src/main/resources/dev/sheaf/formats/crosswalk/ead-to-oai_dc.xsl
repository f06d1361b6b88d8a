<?xml version="1.0" encoding="UTF-8"?>
<!-- EAD 2002 and EAD3, finding aids of archives, to oai_dc: what is said of the whole, not of its parts. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="ead" select="(descendant-or-self::*:ead)[1]"/>
    <xsl:variable name="header" select="$ead/(*:eadheader, *:control)[1]"/>
    <xsl:variable name="whole" select="$ead/*:archdesc"/>
    <!-- Some exports describe nothing but one component. -->
    <xsl:variable name="did" select="($whole/*:did[*:unittitle[s:words(.) ne '']], $whole//*:did[*:unittitle[s:words(.) ne '']])[1]"/>
    <xsl:variable name="found" as="element()*">
      <xsl:for-each select="($did/*:unittitle[1], $header/*:filedesc/*:titlestmt/*:titleproper[not(@type eq 'filing')])[s:words(.) ne ''][1]">
        <dc:title><xsl:value-of select="s:words(.)"/></dc:title>
      </xsl:for-each>
      <xsl:for-each select="$did/*:origination/(*:persname, *:corpname, *:famname, *:name, .[not(*:persname or *:corpname or *:famname or *:name)])">
        <dc:creator><xsl:value-of select="s:named(.)"/></dc:creator>
      </xsl:for-each>
      <xsl:for-each select="$whole/*:controlaccess/descendant::*[self::*:subject or self::*:persname or self::*:corpname or self::*:famname or self::*:function or self::*:occupation or self::*:title]">
        <dc:subject><xsl:value-of select="s:term(.)"/></dc:subject>
      </xsl:for-each>
      <xsl:for-each select="$did/*:abstract, $whole/(*:scopecontent, *:bioghist)">
        <dc:description><xsl:copy-of select="@xml:lang"/><xsl:value-of select="s:prose(.)"/></dc:description>
      </xsl:for-each>
      <xsl:for-each select="($did/*:repository, $header/*:maintenanceagency/*:agencyname, $header/*:filedesc/*:publicationstmt/*:publisher)[s:words(.) ne ''][1]">
        <!-- An address may follow the name. -->
        <dc:publisher><xsl:value-of select="s:named((*:corpname, *:name, .)[1])"/></dc:publisher>
      </xsl:for-each>
      <!-- A structured date may be a set of several. -->
      <xsl:for-each select="$did/(*:unitdate, *:unittitle/*:unitdate, *:unitdatestructured/descendant::*[self::*:datesingle or self::*:daterange])">
        <dc:date><xsl:value-of select="if (self::*:daterange) then s:period(*:fromdate/s:day(.), *:todate/s:day(.)) else s:day(.)"/></dc:date>
      </xsl:for-each>
      <dc:type><xsl:value-of select="if ($whole/@level = ('item', 'file', 'otherlevel') or empty($whole)) then '' else 'Collection'"/></dc:type>
      <xsl:for-each select="$whole/*:controlaccess/descendant::*:genreform">
        <dc:type><xsl:value-of select="s:term(.)"/></dc:type>
      </xsl:for-each>
      <xsl:for-each select="$did/(*:physdesc, *:physdescset/*:physdescstructured, *:physdescstructured)">
        <dc:format><xsl:value-of select="s:words(.)"/></dc:format>
      </xsl:for-each>
      <xsl:for-each select="$header/(*:eadid/@url, *:recordid/@instanceurl), $did/(*:dao, *:daogrp/*:daoloc, *:daoset/*:dao)/@*[local-name() eq 'href'], $did/*:unitid/(*:extptr, *:extref, *:ref, *:ptr)/@*[local-name() eq 'href']">
        <dc:identifier><xsl:value-of select="normalize-space(.)[matches(., '^(https?|ftp)://')]"/></dc:identifier>
      </xsl:for-each>
      <!-- The text of a link is its label, and ArchivesSpace adds where a record stands in its database. -->
      <xsl:for-each select="$did/*:unitid[not(*/@*[local-name() eq 'href'])][not(@type eq 'aspace_uri')], ($header/(*:eadid, *:recordid))[1]">
        <dc:identifier><xsl:value-of select="s:words(.)"/></dc:identifier>
      </xsl:for-each>
      <xsl:for-each select="$did/*:langmaterial">
        <xsl:variable name="codes" select=".//*:language/@langcode/string()[normalize-space(.) ne '']"/>
        <xsl:for-each select="if (exists($codes)) then $codes else (.//*:language/s:words(.), s:words(.)[empty(current()//*:language)])">
          <dc:language><xsl:value-of select="."/></dc:language>
        </xsl:for-each>
      </xsl:for-each>
      <xsl:for-each select="$whole/(*:relatedmaterial, *:separatedmaterial)">
        <dc:relation><xsl:value-of select="s:prose(.)"/></dc:relation>
      </xsl:for-each>
      <xsl:for-each select="$whole/*:controlaccess/descendant::*:geogname">
        <dc:coverage><xsl:value-of select="s:term(.)"/></dc:coverage>
      </xsl:for-each>
      <xsl:for-each select="$whole/(*:accessrestrict, *:userestrict)">
        <dc:rights><xsl:value-of select="s:prose(.)"/></dc:rights>
      </xsl:for-each>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <!-- Words of neighbouring elements kept apart. -->
  <xsl:function name="s:words" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="normalize-space(string-join($node//text()[not(ancestor::*:unitdate/parent::*:unittitle[. is $node])], if ($node/text()[normalize-space(.) ne '']) then '' else ' '))"/>
  </xsl:function>

  <!-- A date as its attribute states it for machines, else as text. -->
  <xsl:function name="s:day" as="xs:string">
    <xsl:param name="date" as="element()"/>
    <xsl:sequence select="(($date/@normal, $date/@standarddate)/normalize-space(.), s:words($date))[. ne ''][1] => string()"/>
  </xsl:function>

  <!-- A name of several parts, with the commas that the parts may lack. -->
  <xsl:function name="s:named" as="xs:string">
    <xsl:param name="name" as="element()"/>
    <xsl:sequence select="if ($name/*:part) then string-join($name/*:part/replace(normalize-space(.), '\s*,$', '')[. ne ''], ', ') else s:words($name)"/>
  </xsl:function>

  <!-- A heading of several parts. -->
  <xsl:function name="s:term" as="xs:string">
    <xsl:param name="heading" as="element()"/>
    <xsl:sequence select="if ($heading/*:part) then string-join($heading/*:part/normalize-space(.)[. ne ''], '--') else normalize-space($heading)"/>
  </xsl:function>

  <!-- Paragraphs without their heading, and without the chapters and lists below. -->
  <xsl:function name="s:prose" as="xs:string">
    <xsl:param name="section" as="element()"/>
    <xsl:sequence select="if ($section/*:p) then string-join($section/*:p/normalize-space(.), ' ') else normalize-space(string-join($section//text()[not(ancestor::*:head)], ' '))"/>
  </xsl:function>

</xsl:stylesheet>
