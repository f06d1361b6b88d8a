<?xml version="1.0" encoding="UTF-8"?>
<!-- DIF 9 and 10, directories of Earth science data, to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:DIF)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="citation" select="(*:Data_Set_Citation, *:Dataset_Citation)"/>
    <xsl:sequence select="s:dc('title', (*:Entry_Title, $citation/(*:Dataset_Title, *:Data_Set_Title))[s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('creator', $citation/*:Dataset_Creator)"/>
    <xsl:sequence select="s:dc('creator', if (empty($citation/*:Dataset_Creator[s:plain(.) ne ''])) then *:Personnel[*:Role ! lower-case(s:plain(.)) = ('investigator', 'principal investigator')] ! s:inverted(.//*:Last_Name[1], .//*:First_Name[1]) else ())"/>
    <xsl:sequence select="s:dc('publisher', ($citation/*:Dataset_Publisher[s:plain(.) ne ''], (*:Data_Center/*:Data_Center_Name, *:Organization/*:Organization_Name) ! (*:Long_Name, *:Short_Name, .[not(*)])[s:plain(.) ne ''][1])[1])"/>
    <xsl:sequence select="s:dc('subject', (*:Parameters, *:Science_Keywords) ! string-join((*:Category, *:Topic, *:Term, *:Variable_Level_1, *:Variable_Level_2, *:Variable_Level_3, *:Detailed_Variable) ! s:plain(.)[. ne ''], ' > '))"/>
    <xsl:sequence select="s:dc('subject', (*:Keyword, *:Ancillary_Keyword))"/>
    <xsl:sequence select="s:dc('description', *:Summary ! (*:Abstract, .[not(*)])[1])"/>
    <xsl:sequence select="s:dc('date', $citation/*:Dataset_Release_Date[s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('type', 'Dataset')"/>
    <xsl:sequence select="s:dc('identifier', ($citation/(*:Dataset_DOI, *:Persistent_Identifier[lower-case(s:plain(*:Type)) eq 'doi']/*:Identifier) ! s:identifier(string(.), 'doi'), $citation/*:Online_Resource, *:Entry_ID[not(*)], *:Entry_ID/*:Short_Name))"/>
    <xsl:sequence select="s:dc('language', (*:Data_Set_Language, *:Dataset_Language))"/>
    <xsl:sequence select="s:dc('relation', *:Related_URL/*:URL)"/>
    <xsl:sequence select="s:dc('coverage', *:Spatial_Coverage//(*:Bounding_Rectangle, .)[*:Northernmost_Latitude] ! s:box(*:Northernmost_Latitude[1], *:Southernmost_Latitude[1], *:Westernmost_Longitude[1], *:Easternmost_Longitude[1]))"/>
    <xsl:sequence select="s:dc('coverage', *:Temporal_Coverage ! s:period((*:Start_Date, *:Range_DateTime/*:Beginning_Date_Time)[1], (*:Stop_Date, *:Range_DateTime/*:Ending_Date_Time)[1]))"/>
    <xsl:sequence select="s:dc('coverage', *:Location ! string-join(* ! s:plain(.)[. ne ''], ' > '))"/>
    <xsl:sequence select="s:dc('rights', (*:Use_Constraints, *:Access_Constraints))"/>
  </xsl:template>

</xsl:stylesheet>
