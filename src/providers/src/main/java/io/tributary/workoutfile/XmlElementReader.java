package io.tributary.workoutfile;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a document element by element, by local names. Document types, external content and
 * entities other than the five of XML are rejected; depth and text length are limited.
 */
final class XmlElementReader {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_TEXT_LENGTH = 1000;
  private static final XMLInputFactory FACTORY = factory();

  private XmlElementReader() {}

  /** Handler of the elements of a format. */
  interface Handler {
    /**
     * @param attributes attributes by local name; null if absent
     */
    void start(String name, Function<String, String> attributes);

    /**
     * @param parent surrounding element; empty at the root
     * @param text stripped text of an element without children; otherwise empty
     */
    void end(String name, String parent, String text);
  }

  private static XMLInputFactory factory() {
    XMLInputFactory f = XMLInputFactory.newDefaultFactory();
    f.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    f.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    f.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    f.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("external entities are not resolved");
        });
    return f;
  }

  /** Returns the local name of the root element. */
  static String root(byte[] file) {
    try {
      XMLStreamReader in = FACTORY.createXMLStreamReader(new ByteArrayInputStream(file));
      try {
        while (in.hasNext()) {
          int event = in.next();
          rejectForbidden(event);
          if (event == XMLStreamConstants.START_ELEMENT) {
            return in.getLocalName();
          }
        }
      } finally {
        in.close();
      }
    } catch (XMLStreamException e) {
      throw malformed(e);
    }
    throw new UnsupportedFileException("the XML has no element");
  }

  static void walk(byte[] file, Handler handler) {
    try {
      XMLStreamReader in = FACTORY.createXMLStreamReader(new ByteArrayInputStream(file));
      try {
        walk(in, handler);
      } finally {
        in.close();
      }
    } catch (XMLStreamException e) {
      throw malformed(e);
    }
  }

  private static void walk(XMLStreamReader in, Handler handler) throws XMLStreamException {
    Deque<String> path = new ArrayDeque<>();
    StringBuilder text = new StringBuilder();
    boolean leaf = false;
    while (in.hasNext()) {
      int event = in.next();
      rejectForbidden(event);
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (path.size() == MAX_DEPTH) {
            throw new UnsupportedFileException("the XML is nested too deeply");
          }
          path.push(in.getLocalName());
          text.setLength(0);
          leaf = true;
          handler.start(in.getLocalName(), name -> attribute(in, name));
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          int room = MAX_TEXT_LENGTH - text.length();
          if (leaf && room > 0) {
            text.append(
                in.getTextCharacters(), in.getTextStart(), Math.min(room, in.getTextLength()));
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          String name = path.pop();
          handler.end(name, path.isEmpty() ? "" : path.peek(), leaf ? text.toString().strip() : "");
          text.setLength(0);
          leaf = false;
        }
        // Comments, white space, processing instructions and the end of the document.
        default -> {}
      }
    }
  }

  private static void rejectForbidden(int event) {
    if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new UnsupportedFileException(
          "document type declarations and custom entities are not allowed");
    }
  }

  private static String attribute(XMLStreamReader in, String name) {
    for (int i = 0; i < in.getAttributeCount(); i++) {
      if (in.getAttributeLocalName(i).equals(name)) {
        return in.getAttributeValue(i);
      }
    }
    return null;
  }

  /** Omits the message of the parser, because it may quote the file. */
  private static UnsupportedFileException malformed(XMLStreamException e) {
    return new UnsupportedFileException(
        e.getLocation() == null
            ? "the XML is damaged"
            : "the XML is damaged at line " + e.getLocation().getLineNumber());
  }
}
