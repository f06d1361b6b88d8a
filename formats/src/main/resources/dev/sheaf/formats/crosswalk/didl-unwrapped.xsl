<?xml version="1.0" encoding="UTF-8"?>
<!-- MPEG-21 DIDL: hands out the description of the item, for the crosswalk of its format. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" exclude-result-prefixes="xs s">

  <xsl:include href="container.xsl"/>

  <xsl:template match="/">
    <!-- Statements describe; repositories also put the description into a component of its own, as a resource in XML. -->
    <xsl:sequence select="s:unwrapped(//*:Descriptor/*:Statement/*[s:best(.)] | //*:Component/*:Resource/*[s:best(.)], '', string((//*:Descriptor/*:Statement/*:Identifier)[1]))"/>
  </xsl:template>

</xsl:stylesheet>
