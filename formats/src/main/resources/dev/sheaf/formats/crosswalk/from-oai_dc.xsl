<?xml version="1.0" encoding="UTF-8"?>
<!-- What all crosswalks from oai_dc share: kinds of values that Dublin Core does not tell apart. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s dc">

  <xsl:output method="xml" encoding="UTF-8" indent="no" omit-xml-declaration="yes"/>

  <!-- Identifier of the item. -->
  <xsl:param name="identifier" as="xs:string" select="''"/>

  <!-- The values of the record that say something; repetitions are left out. -->
  <xsl:function name="s:all" as="element()*">
    <xsl:param name="root" as="element()"/>
    <xsl:param name="name" as="xs:string"/>
    <xsl:for-each-group select="$root/dc:*[local-name() eq $name][normalize-space(.) ne '']" group-by="normalize-space(.)">
      <xsl:sequence select="current-group()[1]"/>
    </xsl:for-each-group>
  </xsl:function>

  <!-- doi, hdl, ark, urn, isbn, issn, url; local for all else. -->
  <xsl:function name="s:kind" as="xs:string">
    <xsl:param name="value" as="item()"/>
    <xsl:variable name="text" select="normalize-space($value)"/>
    <xsl:sequence select="
        if (matches($text, '^(https?://(dx\.)?doi\.org/|doi:\s*|info:doi/)?10\.[0-9]{4,}[0-9.]*/\S+$', 'i')) then 'doi'
        else if (matches($text, '^(https?://hdl\.handle\.net/|hdl:|info:hdl/)[0-9.]+/\S+$', 'i')) then 'hdl'
        else if (matches($text, '^(https?://[^/]+/)?ark:/?[0-9]{5,}/\S+$', 'i')) then 'ark'
        else if (matches($text, '^(urn:)?isbn[: ]?[0-9][0-9Xx -]{8,}$', 'i')) then 'isbn'
        else if (matches($text, '^(urn:)?issn[: ]?[0-9]{4}-?[0-9]{3}[0-9Xx]$', 'i')) then 'issn'
        else if (matches($text, '^urn:\S+$', 'i')) then 'urn'
        else if (matches($text, '^(https?|ftp)://\S+$', 'i')) then 'url'
        else 'local'"/>
  </xsl:function>

  <!-- An identifier without the prefix that its kind says already. -->
  <xsl:function name="s:bare" as="xs:string">
    <xsl:param name="value" as="item()"/>
    <xsl:variable name="text" select="normalize-space($value)"/>
    <xsl:variable name="kind" select="s:kind($value)"/>
    <xsl:sequence select="
        if ($kind eq 'doi') then replace($text, '^.*?(10\.[0-9]{4,}[0-9.]*/)', '$1')
        else if ($kind eq 'hdl') then replace($text, '^(https?://hdl\.handle\.net/|hdl:|info:hdl/)', '', 'i')
        else if ($kind eq 'ark') then replace($text, '^.*?(ark:)', '$1', 'i')
        else if ($kind = ('isbn', 'issn')) then replace($text, '^(urn:)?is[bs]n[: ]?', '', 'i')
        else $text"/>
  </xsl:function>

  <!-- The year in a date; empty when there is none. -->
  <xsl:function name="s:year" as="xs:string">
    <xsl:param name="date" as="item()?"/>
    <xsl:variable name="text" select="normalize-space($date)"/>
    <xsl:sequence select="if (matches($text, '(^|[^0-9])[0-9]{4}([^0-9]|$)')) then replace($text, '^(.*?[^0-9])?([0-9]{4})([^0-9].*)?$', '$2') else ''"/>
  </xsl:function>

  <xsl:function name="s:is-date" as="xs:boolean">
    <xsl:param name="value" as="item()"/>
    <xsl:sequence select="matches(normalize-space($value), '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2}))?)?)?$')"/>
  </xsl:function>

  <!-- A type as DCMI's vocabulary names it, in lower case and without blanks; what common repositories say instead is brought to it. -->
  <xsl:function name="s:type" as="xs:string">
    <xsl:param name="value" as="item()?"/>
    <xsl:variable name="text" select="lower-case(replace(replace(normalize-space($value), '^(https?://purl\.org/dc/dcmitype/|info:eu-repo/semantics/)', ''), '[ _-]', ''))"/>
    <xsl:sequence select="
        if ($text = ('collection', 'dataset', 'event', 'image', 'interactiveresource', 'movingimage', 'physicalobject', 'service', 'software', 'sound', 'stillimage', 'text')) then $text
        else if ($text = ('article', 'journalarticle', 'researcharticle', 'book', 'bookpart', 'bookchapter', 'thesis', 'bachelorthesis', 'masterthesis', 'doctoralthesis', 'dissertation',
            'report', 'workingpaper', 'preprint', 'conferenceobject', 'conferencepaper', 'review', 'lecture', 'annotation', 'patent')) then 'text'
        else if ($text = ('video', 'film')) then 'movingimage'
        else if ($text = ('photograph', 'painting', 'drawing', 'map')) then 'stillimage'
        else if ($text = ('audio', 'music')) then 'sound'
        else ''"/>
  </xsl:function>

</xsl:stylesheet>
