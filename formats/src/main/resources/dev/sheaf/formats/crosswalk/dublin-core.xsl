<?xml version="1.0" encoding="UTF-8"?>
<!-- Dublin Core wherever it stands, each refinement folded into the element that it refines. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s map">

  <xsl:variable name="s:dublin-core" select="('http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.0/')"/>

  <!-- Refinements of the fifteen elements in DCMI's terms. -->
  <xsl:variable name="s:refinements" as="map(xs:string, xs:string)" select="map {
      'alternative': 'title', 'abstract': 'description', 'tableOfContents': 'description',
      'created': 'date', 'issued': 'date', 'available': 'date', 'modified': 'date', 'dateAccepted': 'date', 'dateCopyrighted': 'date',
      'dateSubmitted': 'date', 'valid': 'date', 'extent': 'format', 'medium': 'format', 'bibliographicCitation': 'identifier',
      'spatial': 'coverage', 'temporal': 'coverage', 'license': 'rights', 'accessRights': 'rights', 'rightsHolder': 'rights',
      'isPartOf': 'relation', 'hasPart': 'relation', 'isVersionOf': 'relation', 'hasVersion': 'relation', 'isFormatOf': 'relation',
      'hasFormat': 'relation', 'isReferencedBy': 'relation', 'references': 'relation', 'replaces': 'relation',
      'isReplacedBy': 'relation', 'requires': 'relation', 'isRequiredBy': 'relation', 'conformsTo': 'relation' }"/>

  <xsl:template match="*" mode="core">
    <!-- OLAC tells the part that somebody had in an attribute. -->
    <xsl:variable name="name" select="(if (local-name() eq 'contributor' and @*:code eq 'author') then 'creator' else (), map:get($s:refinements, local-name()), local-name())[1]"/>
    <xsl:if test="$name = $s:order">
      <xsl:element name="dc:{$name}">
        <xsl:copy-of select="@xml:lang"/>
        <xsl:if test="$name eq 'date'"><xsl:attribute name="kind" select="local-name()"/></xsl:if>
        <xsl:value-of select="s:core-value(.)"/>
      </xsl:element>
    </xsl:if>
  </xsl:template>

  <!-- The value is the text. Extensions put a name and an affiliation into a creator; in RDF and in OLAC a value may stand in an attribute. -->
  <xsl:function name="s:core-value" as="xs:string">
    <xsl:param name="element" as="element()"/>
    <xsl:variable name="text" select="string-join(($element/*:name[normalize-space(.) ne ''][$element[self::*:creator or self::*:contributor]], $element)[1]//text()[normalize-space(.) ne ''], ' ')"/>
    <xsl:sequence select="($text[normalize-space(.) ne ''], $element/@*:resource/string(), $element/@*:code/string(), '')[1]"/>
  </xsl:function>

</xsl:stylesheet>
