package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/** Provider logos: one each, vector graphics only. */
class ProviderLogosTest {
  private static final Set<String> DRAWN = Set.of("svg", "g", "rect", "circle", "path");
  private static final Set<String> SAID =
      Set.of(
          "xmlns",
          "width",
          "height",
          "viewBox",
          "fill",
          "stroke",
          "stroke-width",
          "stroke-linecap",
          "stroke-linejoin",
          "rx",
          "x",
          "y",
          "cx",
          "cy",
          "r",
          "d");

  private final ProviderCatalog catalog = ProviderCatalog.load(() -> "");
  private final ProviderLogos logos = new ProviderLogos(catalog);

  @Test
  void everySlugHasAPictureOfItsOwn() {
    Set<String> all = new HashSet<>();
    catalog.slugs().forEach(s -> all.add(new String(logos.of(s).orElseThrow())));
    assertEquals(41, all.size());
    assertTrue(logos.of("../catalog").isEmpty());
  }

  @Test
  void aPictureIsDrawnAndNothingElse() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    for (String slug : catalog.slugs()) {
      Document svg =
          factory
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(logos.of(slug).orElseThrow()));
      assertEquals("0 0 64 64", svg.getDocumentElement().getAttribute("viewBox"), slug);
      NodeList elements = svg.getElementsByTagName("*");
      for (int i = 0; i < elements.getLength(); i++) {
        Element e = (Element) elements.item(i);
        assertTrue(DRAWN.contains(e.getTagName()), slug + ": " + e.getTagName());
        NamedNodeMap attributes = e.getAttributes();
        for (int j = 0; j < attributes.getLength(); j++) {
          String name = attributes.item(j).getNodeName();
          assertTrue(SAID.contains(name), slug + ": " + name);
        }
      }
    }
  }
}
