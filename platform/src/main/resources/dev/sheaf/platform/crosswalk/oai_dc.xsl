<?xml version="1.0" encoding="UTF-8"?>
<!-- What all crosswalks to oai_dc share: the wrapper, and the tidying of values. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    exclude-result-prefixes="xs s">

  <xsl:output method="xml" encoding="UTF-8" indent="no" omit-xml-declaration="yes"/>

  <!-- Identifier of the item: the title of a record in which no other can be found, so that none is empty. -->
  <xsl:param name="identifier" as="xs:string" select="''"/>

  <xsl:variable name="s:order" as="xs:string*" select="('title', 'creator', 'subject', 'description', 'publisher', 'contributor', 'date',
      'type', 'format', 'identifier', 'source', 'language', 'relation', 'coverage', 'rights')"/>

  <!-- Wraps what a crosswalk has found: blank values and repetitions go, elements come in the usual order. -->
  <xsl:function name="s:record" as="element(oai_dc:dc)">
    <xsl:param name="found" as="element()*"/>
    <oai_dc:dc
        xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
      <xsl:variable name="kept" select="$found[normalize-space(.) ne '']"/>
      <xsl:if test="empty($kept[self::dc:title])">
        <dc:title><xsl:value-of select="$identifier"/></dc:title>
      </xsl:if>
      <xsl:for-each select="$s:order">
        <xsl:variable name="name" select="."/>
        <xsl:for-each-group select="$kept[local-name() eq $name]" group-by="normalize-space(.)">
          <xsl:element name="dc:{$name}">
            <xsl:if test="@xml:lang castable as xs:language">
              <xsl:attribute name="xml:lang" select="normalize-space(@xml:lang)"/>
            </xsl:if>
            <xsl:value-of select="current-grouping-key()"/>
          </xsl:element>
        </xsl:for-each-group>
      </xsl:for-each>
    </oai_dc:dc>
  </xsl:function>

  <!-- Cataloguing rules end a field with the punctuation that leads to the next one. -->
  <xsl:function name="s:trim" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="replace(normalize-space($text), '\s*[,/:;=]+$', '')"/>
  </xsl:function>

</xsl:stylesheet>
