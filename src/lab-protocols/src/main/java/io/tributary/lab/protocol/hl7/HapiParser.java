package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.model.Group;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.parser.CanonicalModelClassFactory;
import ca.uhn.hl7v2.parser.EncodingCharacters;
import ca.uhn.hl7v2.parser.Escaping;
import ca.uhn.hl7v2.parser.ModelClassFactory;
import ca.uhn.hl7v2.parser.ParserConfiguration;
import ca.uhn.hl7v2.parser.PipeParser;
import ca.uhn.hl7v2.util.Terser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * HAPI parser configured to treat all versions as 2.5.1, without validation and with our escaping.
 * Parsing segments is stateless and may run concurrently; encode whole messages one at a time.
 */
final class HapiParser {
  private static final String VERSION = "2.5.1";

  private final ModelClassFactory models = new CanonicalModelClassFactory(VERSION);
  private final PipeParser parser;

  /**
   * @param charset charset of hexadecimal escape sequences
   */
  HapiParser(Charset charset) {
    ParserConfiguration settings = new ParserConfiguration();
    settings.setDefaultObx2Type("ST");
    settings.setInvalidObx2Type("ST");
    settings.setEscaping(new Hl7Escaping(charset));
    HapiContext context =
        new DefaultHapiContext(settings, ValidationContextFactory.noValidation(), models);
    parser = new PipeParser(context);
  }

  static HapiParser forWriting() {
    return new HapiParser(StandardCharsets.UTF_8);
  }

  /** Assigns this parser to a new message. */
  <M extends Message> M prepare(M message) {
    message.setParser(parser);
    return message;
  }

  String encode(Message message) throws HL7Exception {
    return parser.encode(message);
  }

  /**
   * Parses one segment on its own.
   *
   * @throws HL7Exception if the library cannot parse it
   */
  Segment segment(Message owner, String name, String line, MessageDelimiters delimiters)
      throws HL7Exception {
    Segment out = newSegment(owner, name);
    parser.parse(
        out, line, new EncodingCharacters(delimiters.field(), delimiters.encodingCharacters()));
    return out;
  }

  private Segment newSegment(Message owner, String name) throws HL7Exception {
    Class<? extends Segment> type = models.getSegmentClass(name, VERSION);
    if (type == null) {
      throw new HL7Exception("unknown HL7 segment");
    }
    try {
      return type.getConstructor(Group.class, ModelClassFactory.class).newInstance(owner, models);
    } catch (NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new HL7Exception(e);
    }
  }

  /** Returns the text of a component; empty if absent or if it is the HL7 null ({@code ""}). */
  static String get(Segment segment, int field, int repetition, int component, int sub)
      throws HL7Exception {
    String value = Terser.get(segment, field, repetition, component, sub);
    return value == null || value.equals("\"\"") ? "" : withoutNul(value.strip());
  }

  /** Removes NUL characters, which PostgreSQL cannot store in text. */
  static String withoutNul(String text) {
    return text.replace("\0", "");
  }

  private record Hl7Escaping(Charset charset) implements Escaping {
    @Override
    public String escape(String text, EncodingCharacters e) {
      return text == null ? null : delimiters(e).escape(text);
    }

    @Override
    public String unescape(String text, EncodingCharacters e) {
      return text == null ? null : delimiters(e).unescape(text, charset);
    }

    private static MessageDelimiters delimiters(EncodingCharacters e) {
      return new MessageDelimiters(
          e.getFieldSeparator(),
          e.getComponentSeparator(),
          e.getRepetitionSeparator(),
          e.getEscapeCharacter(),
          e.getSubcomponentSeparator());
    }
  }
}
