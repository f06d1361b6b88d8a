<?xml version="1.0" encoding="UTF-8"?>
<!-- RIF-CS, registries of research data, to oai_dc: the object itself, not the works and people that it names as related. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:registryObject)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="object" select="(*:collection, *:party, *:activity, *:service)[1]"/>
    <xsl:variable name="names" select="$object/*:name[s:name(.) ne '']"/>
    <xsl:variable name="title" select="($names[@type eq 'primary'], $names[not(@type = ('abbreviated', 'alternative'))], $names)[1]"/>
    <xsl:variable name="citation" select="$object/*:citationInfo/*:citationMetadata"/>
    <xsl:sequence select="s:dc('title', ($title, $names[not(. is $title)]) ! s:name(.))"/>
    <xsl:sequence select="s:dc('creator', $citation/*:contributor ! s:name(.))"/>
    <xsl:sequence select="s:dc('publisher', $citation/*:publisher)"/>
    <xsl:sequence select="s:dc('subject', $object/*:subject)"/>
    <xsl:sequence select="s:dc('description', $object/*:description[not(@type = ('rights', 'accessRights', 'logo'))] ! s:unmarked(.))"/>
    <xsl:sequence select="s:dc('date', (for $kind in ('issued', 'publicationDate', 'created', 'available') return ($citation/*:date[@type eq $kind], $object/*:dates[@type = ($kind, 'dc.' || $kind)]/*:date[not(@type eq 'dateTo')]))[1])"/>
    <xsl:sequence select="s:dc('type', ($object/local-name(), $object/@type))"/>
    <xsl:sequence select="s:dc('identifier', ($object/*:identifier, $citation/*:identifier) ! s:identifier(string(.), string(@type)))"/>
    <xsl:sequence select="s:dc('identifier', ($object/*:location/*:address/*:electronic[@type eq 'url'][not(@target eq 'directDownload')]/*:value, $citation/*:url) ! normalize-space(.))"/>
    <xsl:sequence select="s:dc('identifier', *:key[empty($object/*:identifier[normalize-space(.) ne ''])])"/>
    <xsl:sequence select="s:dc('relation', $object/*:relatedInfo/*:identifier ! s:identifier(string(.), string(@type)))"/>
    <xsl:sequence select="s:dc('coverage', $object/*:coverage/*:spatial[not(@type = ('gmlKmlPolyCoords', 'kmlPolyCoords', 'gpx', 'kml', 'gml'))])"/>
    <xsl:sequence select="s:dc('coverage', $object/*:coverage/*:temporal ! (s:period(*:date[@type eq 'dateFrom'][1], *:date[@type eq 'dateTo'][1]), *:text))"/>
    <xsl:sequence select="s:dc('rights', ($object/*:rights/*, $object/*:rights[not(*)], $object/*:description[@type = ('rights', 'accessRights')] ! s:unmarked(.)))"/>
  </xsl:template>

  <!-- A name of several parts: those of a person by their kinds, all others in their order. -->
  <xsl:function name="s:name" as="xs:string">
    <xsl:param name="name" as="element()"/>
    <xsl:variable name="parts" select="$name/*:namePart"/>
    <xsl:sequence select="if ($parts[@type eq 'family']) then s:inverted($parts[@type eq 'family'], $parts[@type eq 'given']) else string-join($parts[not(@type = ('title', 'suffix'))] ! s:plain(.)[. ne ''], ' ')"/>
  </xsl:function>

  <!-- Descriptions hold escaped HTML. -->
  <xsl:function name="s:unmarked" as="xs:string">
    <xsl:param name="text" as="element()"/>
    <xsl:sequence select="normalize-space(replace(replace(replace(replace(string($text), '&lt;/?(a|b|i|em|strong|span|font|u|sub|sup)(\s[^&gt;]*)?&gt;', ''), '&lt;/?[a-zA-Z][^&gt;]*&gt;', ' '), '&amp;nbsp;', ' '), '&amp;amp;', '&amp;'))"/>
  </xsl:function>

</xsl:stylesheet>
