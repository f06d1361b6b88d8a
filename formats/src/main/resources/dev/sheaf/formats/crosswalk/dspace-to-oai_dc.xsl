<?xml version="1.0" encoding="UTF-8"?>
<!-- DSpace's own formats, xoai and dim, to oai_dc: names of Dublin Core in attributes. Notes on the way of an item into the archive, with
     the names and addresses of its staff, are not handed on. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="*" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="fields" as="element()*">
      <xsl:for-each select="//*:field[@mdschema = ('dc', 'dcterms')][normalize-space(.) ne '']">
        <field name="{@element}" qualifier="{@qualifier}"><xsl:copy-of select="@lang"/><xsl:value-of select="."/></field>
      </xsl:for-each>
      <!-- dc / element / qualifier or none / language or none / value -->
      <xsl:for-each select="*[@name = ('dc', 'dcterms')]/*[@name]//*:field[@name eq 'value'][normalize-space(.) ne '']">
        <xsl:variable name="path" select="ancestor::*:element/@name/string()"/>
        <field name="{$path[2]}" qualifier="{$path[3][. ne 'none' and count($path) gt 3]}"><xsl:value-of select="."/></field>
      </xsl:for-each>
    </xsl:variable>
    <xsl:variable name="issued" select="$fields[@name = ('date', 'issued')][@name eq 'issued' or @qualifier = ('issued', 'created', 'copyright', '')]"/>
    <xsl:for-each select="$fields">
      <xsl:variable name="name" select="
          if (@name eq 'author' or @name eq 'contributor' and @qualifier eq 'author') then 'creator'
          else if (@name = $s:order) then @name
          else $s:refinements(@name)"/>
      <xsl:if test="exists($name) and not($name eq 'description' and @qualifier eq 'provenance') and not($name eq 'date' and exists($issued) and not(some $date in $issued satisfies $date is .)) and not($name eq 'date' and @qualifier = ('accessioned', 'updated', 'available', 'submitted'))">
        <xsl:sequence select="if ($name eq 'date') then s:dates(string((@qualifier[. ne ''], @name)[1]), string(.)) else s:dc($name, if ($name eq 'identifier') then s:identifier(string(.), if (@qualifier eq 'issn' and matches(., '^[0-9]{4}-[0-9]{3}[0-9Xx]$') or @qualifier eq 'isbn' and matches(., '^[0-9-]{10,17}[Xx]?$')) then @qualifier else '') else string(.))"/>
      </xsl:if>
    </xsl:for-each>
  </xsl:template>

</xsl:stylesheet>
