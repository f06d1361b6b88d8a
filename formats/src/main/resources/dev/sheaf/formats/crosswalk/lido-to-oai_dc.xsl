<?xml version="1.0" encoding="UTF-8"?>
<!-- LIDO, objects of museums, to oai_dc: titles of the object; those of works that it is related to are elsewhere. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:lido)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="description" select="*:descriptiveMetadata"/>
    <xsl:variable name="kind" select="$description/*:objectClassificationWrap/*:objectWorkTypeWrap/*:objectWorkType"/>
    <xsl:variable name="titles" select="$description/*:objectIdentificationWrap/*:titleWrap/*:titleSet/*:appellationValue[s:plain(.) ne '']"/>
    <xsl:variable name="events" select="$description/*:eventWrap/*:eventSet/*:event"/>
    <xsl:variable name="made" select="$events[s:term(*:eventType) = ('production', 'creation', 'herstellung', 'designing', 'entwurf')]"/>
    <xsl:sequence select="s:dc('title', ($titles[@*:pref eq 'preferred'], $titles[not(@*:pref eq 'preferred')]))"/>
    <xsl:sequence select="s:dc('creator', $made/*:eventActor//*:actor ! (*:nameActorSet/*:appellationValue[s:plain(.) ne ''])[1])"/>
    <xsl:sequence select="s:dc('subject', $description/*:objectRelationWrap/*:subjectWrap/*:subjectSet//(*:subjectConcept, *:subjectActor/*:actor/*:nameActorSet, *:subjectPlace/*:place/*:namePlaceSet)/(*:term, *:appellationValue)[1])"/>
    <xsl:sequence select="s:dc('description', $description/*:objectIdentificationWrap/*:objectDescriptionWrap/*:objectDescriptionSet/*:descriptiveNoteValue)"/>
    <xsl:sequence select="s:dc('publisher', $description/*:objectIdentificationWrap/*:repositoryWrap/*:repositorySet[not(@*:type eq 'former')]/*:repositoryName/*:legalBodyName/*:appellationValue)"/>
    <xsl:sequence select="s:dc('date', $made/*:eventDate ! ((*:displayDate ! s:plain(.))[. ne ''], *:date ! s:period(*:earliestDate, *:latestDate))[1])"/>
    <xsl:sequence select="s:dc('type', $kind/(*:term, *:Concept/*:prefLabel)[s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('format', (($made/*:eventMaterialsTech/(*:displayMaterialsTech, .[not(*:displayMaterialsTech)]/*:materialsTech/*:termMaterialsTech/*:term)), $description/*:objectIdentificationWrap/*:objectMeasurementsWrap/*:objectMeasurementsSet/*:displayObjectMeasurements))"/>
    <xsl:sequence select="s:dc('identifier', ($description/*:objectIdentificationWrap/*:repositoryWrap/*:repositorySet/*:workID, *:objectPublishedID, *:lidoRecID, *:administrativeMetadata/*:recordWrap/*:recordInfoSet/*:recordInfoLink))"/>
    <xsl:sequence select="s:dc('coverage', $made/*:eventPlace/(*:displayPlace, *:place/*:namePlaceSet/*:appellationValue)[s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('relation', $description/*:objectRelationWrap/*:relatedWorksWrap/*:relatedWorkSet/*:relatedWork/*:displayObject)"/>
    <xsl:sequence select="s:dc('rights', *:administrativeMetadata/*:rightsWorkWrap/*:rightsWorkSet/(*:creditLine, *:rightsType/(*:term, *:conceptID[matches(., '^https?://')])))"/>
  </xsl:template>

  <xsl:function name="s:term" as="xs:string*">
    <xsl:param name="concept" as="element()*"/>
    <xsl:sequence select="$concept/(*:term, *:Concept/*:prefLabel) ! lower-case(s:plain(.))"/>
  </xsl:function>

</xsl:stylesheet>
