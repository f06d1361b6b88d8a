<?xml version="1.0" encoding="UTF-8"?>
<!-- CMDI to oai_dc. Profiles are many: the names of the resource itself stand in the profile's root or in its general part, and
     those of projects, people and series in components of their own. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:CMD)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="profile" select="*:Components/*[1]"/>
    <xsl:variable name="general" select="$profile/(., *[s:key(.) = $s:general], *[s:key(.) = $s:general]/*[s:key(.) = $s:general])"/>
    <!-- The text of a TEI header and the terms of DCMI are profiles too. -->
    <xsl:variable name="names" select="$general/*[not(*)][normalize-space(.) ne '']"/>
    <xsl:variable name="title" select="($names[s:key(.) = ('title', 'titlestmttitle', 'resourcetitle', 'maintitle')], $names[s:key(.) = ('resourcename', 'collectionname', 'displayname')], $names[s:key(.) = ('name', 'toolname')])"/>
    <xsl:sequence select="s:dc('title', $title[s:key(.) eq s:key($title[1])][.. is $title[1]/..])"/>
    <xsl:sequence select="s:dc('creator', ($names[s:key(.) = ('creator', 'author')], $general/*[s:key(.) = ('creation', 'creators')]/(., *[s:key(.) eq 'creators'])/*[s:key(.) = ('creator', 'person')] ! s:person(.), $profile/*[s:key(.) eq 'creation']/(., *[s:key(.) eq 'creators'])/*[s:key(.) = ('creator', 'person')] ! s:person(.), $profile/*[s:key(.) eq 'resourcecreationinfo']/*[s:key(.) = ('resourcecreatorperson', 'resourcecreatororganization')] ! s:person(.)))"/>
    <xsl:sequence select="s:dc('publisher', $names[s:key(.) eq 'publisher'])"/>
    <xsl:sequence select="s:dc('contributor', $names[s:key(.) eq 'contributor'])"/>
    <xsl:sequence select="s:dc('subject', $names[s:key(.) = ('subject', 'keyword', 'genre')])"/>
    <xsl:sequence select="s:dc('description', ($names[s:key(.) = ('description', 'abstract')], $general/*[s:key(.) = ('descriptions', 'description')]/*[s:key(.) eq 'description'][not(*)]))"/>
    <xsl:sequence select="s:dc('date', ($names[s:key(.) eq 'publicationdate'], $names[s:key(.) = ('issued', 'dateissued')], $names[s:key(.) = ('date', 'created', 'creationdate')], $profile/*[s:key(.) eq 'resourcecreationinfo']/*[s:key(.) eq 'creationenddate'])[1])"/>
    <xsl:sequence select="s:dc('type', $names[s:key(.) = ('resourceclass', 'type', 'resourcetype')])"/>
    <xsl:sequence select="s:dc('identifier', ($names[s:key(.) = ('identifier', 'pid')][not(normalize-space(.) eq 'NOT_DEFINED_FOR_V2')], *:Header/*:MdSelfLink, *:Resources/*:ResourceProxyList/*:ResourceProxy[*:ResourceType = ('LandingPage')]/*:ResourceRef) ! s:identifier(string(.), ''))"/>
    <!-- The page of a project or of a centre serves for many of its resources. -->
    <xsl:sequence select="s:dc('relation', $names[s:key(.) = ('url', 'resourceurl')])"/>
    <xsl:sequence select="s:dc('language', ($names[s:key(.) = ('language', 'iso6393code')][string-length(normalize-space(.)) le 40]))"/>
    <xsl:sequence select="s:dc('coverage', $names[s:key(.) = ('coverage', 'timecoverage', 'spatial', 'temporal')])"/>
    <xsl:sequence select="s:dc('rights', ($names[s:key(.) = ('rights', 'license', 'licence', 'accessrights', 'legalowner')], $profile/*[s:key(.) eq 'distributioninfo']/*[s:key(.) eq 'licenceinfo']/*[s:key(.) eq 'licence']))"/>
  </xsl:template>

  <!-- Parts of profiles that speak of the resource as a whole. -->
  <xsl:variable name="s:general" select="('generalinfo', 'generalinformation', 'identificationinfo', 'service', 'tool', 'collectioninfo', 'centerbasicinformation', 'olacdcmiterms', 'dcmiterms', 'filedesc', 'titlestmt', 'teiheader', 'session', 'corpus', 'resourcecommoninfo', 'bibliographicinfo', 'identification')"/>

  <xsl:function name="s:key" as="xs:string">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="lower-case(translate(local-name($element), '-_.', ''))"/>
  </xsl:function>

  <!-- People before their organisations. -->
  <xsl:variable name="s:person-names" select="('fullname', 'personname', 'person', 'name', 'contactname', 'creator', 'organizationname', 'organisationname', 'organisation')"/>

  <xsl:function name="s:person" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="fields" select="$person/descendant-or-self::*[not(*)][normalize-space(.) ne '']"/>
    <xsl:variable name="family" select="$fields[s:key(.) = ('surname', 'lastname', 'familyname')][1]"/>
    <xsl:variable name="whole" select="(for $key in $s:person-names return $fields[s:key(.) eq $key])[1]"/>
    <xsl:sequence select="if ($family) then s:inverted($family, ($family/../*[s:key(.) = ('givenname', 'firstname', 'forename')])[1]) else normalize-space(string($whole))"/>
  </xsl:function>

</xsl:stylesheet>
