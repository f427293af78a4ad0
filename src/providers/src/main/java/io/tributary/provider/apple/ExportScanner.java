package io.tributary.provider.apple;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Tokenizer for the XML of an export. It uses one buffer of fixed size and reports its byte offset,
 * so that an interrupted import can resume there.
 *
 * <p>This is not a general XML parser: it accepts UTF-8 only, ignores text between elements, and
 * skips the document type declaration unread. Real exports contain an invalid declaration, at which
 * parsers that evaluate it fail. Only the five entities of XML and character references are
 * expanded, so entity expansion cannot be used for an attack. A file that declares an entity is
 * rejected.
 */
final class ExportScanner {
  enum Token {
    OPEN,
    CLOSE,
    END
  }

  private static final int BUFFER = 256 * 1024;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_DOCTYPE = 1 << 20;
  private static final boolean[] NAME_BYTES = new boolean[256];

  static {
    for (int b = 0; b < 256; b++) {
      NAME_BYTES[b] =
          b >= 'a' && b <= 'z'
              || b >= 'A' && b <= 'Z'
              || b >= '0' && b <= '9'
              || b == '_'
              || b == '-'
              || b == ':'
              || b == '.'
              || b >= 0x80;
    }
  }

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private long base;
  private int pos;
  private int end;
  private boolean rootSeen;
  private boolean closePending;

  /** Names of the open elements, concatenated; {@code depths} holds the offset of each. */
  private byte[] path = new byte[1024];

  private final int[] depths = new int[MAX_DEPTH + 1];
  private int depth;

  private ExportElement element = ExportElement.OTHER;
  private final ByteSlice[] slices = new ByteSlice[ExportAttribute.values().length];
  private final int[] attributeTags = new int[slices.length];
  private int tag;

  /**
   * @param in the file, starting at {@code at}
   * @param at 0, otherwise an earlier {@link #position} between two children of the root
   */
  ExportScanner(InputStream in, long at) {
    this.in = in;
    this.base = at;
    for (ExportAttribute a : ExportAttribute.values()) {
      slices[a.ordinal()] = new ByteSlice();
    }
    if (at > 0) {
      rootSeen = true;
      push("HealthData".getBytes(StandardCharsets.US_ASCII), 0, 10);
    }
  }

  /** Byte offset after the last token. */
  long position() {
    return base + pos;
  }

  /** Number of open elements. */
  int depth() {
    return depth;
  }

  /** Element that was opened or closed last. */
  ExportElement element() {
    return element;
  }

  /** Returns an attribute of the element that was just opened, or null. */
  ByteSlice get(ExportAttribute a) {
    return attributeTags[a.ordinal()] == tag ? slices[a.ordinal()] : null;
  }

  /** Returns the next token; an empty element yields OPEN and CLOSE like any other. */
  Token next() throws IOException {
    if (closePending) {
      closePending = false;
      depth--;
      return Token.CLOSE;
    }
    while (true) {
      if (!advanceToTag()) {
        if (depth > 0) {
          throw new InvalidExportException("the file is truncated: it ends inside an element");
        }
        if (!rootSeen) {
          throw new InvalidExportException("the file is empty");
        }
        return Token.END;
      }
      ensureBuffered(2);
      switch (buffer[pos + 1]) {
        case '?' -> skipPast("?>");
        case '!' -> markup();
        case '/' -> {
          close();
          return Token.CLOSE;
        }
        default -> {
          open();
          return Token.OPEN;
        }
      }
    }
  }

  /** Advances to the next tag; returns false at the end of the file. */
  private boolean advanceToTag() throws IOException {
    while (true) {
      for (int p = pos; p < end; p++) {
        byte b = buffer[p];
        if (b == '<') {
          pos = p;
          return true;
        }
        if (b == '&') {
          pos = p;
          reference();
          p = pos - 1;
        } else if (depth == 0
            && !(b == ' ' || b == '\n' || b == '\r' || b == '\t' || isByteOrderMark(p))) {
          throw new InvalidExportException("the file is not XML");
        }
      }
      pos = end;
      if (!fill()) {
        return false;
      }
    }
  }

  /** Returns whether the byte is part of a UTF-8 byte order mark, which some programs write. */
  private boolean isByteOrderMark(int p) {
    return base + p < 3
        && (buffer[p] == (byte) 0xEF || buffer[p] == (byte) 0xBB || buffer[p] == (byte) 0xBF);
  }

  private void reference() throws IOException {
    int length = 1;
    while (true) {
      ensureBuffered(length + 1);
      if (buffer[pos + length] == ';') {
        break;
      }
      if (++length > 12) {
        throw new InvalidExportException(
            "the file references an entity that XML does not predefine");
      }
    }
    XmlEntities.resolve(buffer, pos + 1, pos + length);
    pos += length + 1;
  }

  private void markup() throws IOException {
    ensureBuffered(4);
    if (buffer[pos + 2] == '-' && buffer[pos + 3] == '-') {
      skipPast("-->");
    } else if (buffer[pos + 2] == '[' && depth > 0) {
      skipPast("]]>");
    } else if (buffer[pos + 2] == 'D' && !rootSeen) {
      doctype();
    } else {
      throw new InvalidExportException("the file contains unexpected markup");
    }
  }

  /**
   * Skips the document type declaration. Quotes are ignored, because comments in real declarations
   * contain apostrophes. Content that a crafted declaration hides behind an early end is rejected
   * as markup before the root.
   */
  private void doctype() throws IOException {
    byte[] entity = "<!ENTITY".getBytes(StandardCharsets.US_ASCII);
    boolean inside = false;
    boolean closed = false;
    int matched = 0;
    for (int n = 0; n < MAX_DOCTYPE; n++) {
      ensureBuffered(1);
      byte b = buffer[pos++];
      matched = b == entity[matched] ? matched + 1 : b == entity[0] ? 1 : 0;
      if (matched == entity.length) {
        throw new InvalidExportException(
            "the file declares an entity, which a Health export never does");
      }
      if (b == '[') {
        inside = true;
      }
      if (b == '>' && (!inside || closed)) {
        return;
      }
      closed = b == ']' || closed && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
    }
    throw new InvalidExportException("the document type declaration of the file is not closed");
  }

  private void skipPast(String mark) throws IOException {
    byte[] wanted = mark.getBytes(StandardCharsets.US_ASCII);
    pos += 2;
    while (true) {
      ensureBuffered(wanted.length);
      if (Arrays.equals(buffer, pos, pos + wanted.length, wanted, 0, wanted.length)) {
        pos += wanted.length;
        return;
      }
      pos++;
    }
  }

  private void close() throws IOException {
    int length = 2;
    while (true) {
      ensureBuffered(length + 1);
      if (buffer[pos + length] == '>') {
        break;
      }
      length++;
    }
    int to = pos + length;
    while (to > pos + 2 && buffer[to - 1] <= ' ' && buffer[to - 1] >= 0) {
      to--;
    }
    if (depth == 0 || !Arrays.equals(buffer, pos + 2, to, path, depths[depth - 1], depths[depth])) {
      throw new InvalidExportException(
          "the file is not well-formed XML: an end tag does not match its start tag");
    }
    element = elementOf(pos + 2, to);
    depth--;
    pos += length + 1;
  }

  private void open() throws IOException {
    while (!tag()) {
      if (!fill()) {
        throw new InvalidExportException("the file is truncated: it ends inside an element");
      }
    }
  }

  private ExportElement elementOf(int from, int to) {
    ExportElement e = ExportElement.KNOWN.get(buffer, from, to);
    return e == null ? ExportElement.OTHER : e;
  }

  /** Reads the tag at the position; returns false if the buffer does not hold all of it. */
  private boolean tag() {
    int p = pos + 1;
    int nameFrom = p;
    while (p < end && NAME_BYTES[buffer[p] & 0xFF]) {
      p++;
    }
    int nameTo = p;
    tag++;
    while (true) {
      p = skipSpace(p);
      if (p + 1 >= end) {
        return false;
      }
      byte b = buffer[p];
      if (b == '>' || b == '/') {
        closePending = b == '/';
        if (nameTo == nameFrom || closePending && buffer[p + 1] != '>') {
          throw new InvalidExportException("the file is not well-formed XML: a tag is malformed");
        }
        enterElement(nameFrom, nameTo);
        pos = closePending ? p + 2 : p + 1;
        return true;
      }
      int from = p;
      while (p < end && NAME_BYTES[buffer[p] & 0xFF]) {
        p++;
      }
      int to = p;
      p = skipSpace(p);
      int quote = p < end ? skipSpace(p + 1) : end;
      if (quote >= end) {
        return false;
      }
      byte q = buffer[quote];
      if (from == to || buffer[p] != '=' || q != '"' && q != '\'') {
        throw new InvalidExportException(
            "the file is not well-formed XML: an attribute is malformed");
      }
      p = quote + 1;
      boolean escaped = false;
      while (p < end && buffer[p] != q) {
        if (buffer[p] == '&') {
          escaped = true;
        } else if (buffer[p] == '<') {
          throw new InvalidExportException(
              "the file is not well-formed XML: an attribute is malformed");
        }
        p++;
      }
      if (p >= end) {
        return false;
      }
      attribute(from, to, quote + 1, p, escaped);
      p++;
    }
  }

  private void enterElement(int from, int to) {
    element = elementOf(from, to);
    if (depth == 0) {
      if (rootSeen || element != ExportElement.HEALTH_DATA) {
        throw new InvalidExportException(
            "the file is not an Apple Health export: its root element is not HealthData");
      }
      rootSeen = true;
    }
    push(buffer, from, to);
  }

  private void push(byte[] name, int from, int to) {
    if (depth == MAX_DEPTH) {
      throw new InvalidExportException("the elements of the file are nested too deeply");
    }
    int at = depths[depth];
    if (at + to - from > path.length) {
      path = Arrays.copyOf(path, Math.max(path.length * 2, at + to - from));
    }
    System.arraycopy(name, from, path, at, to - from);
    depths[++depth] = at + to - from;
  }

  private void attribute(int from, int to, int valueFrom, int valueTo, boolean escaped) {
    ExportAttribute a = ExportAttribute.KNOWN.get(buffer, from, to);
    if (a == null) {
      if (escaped) {
        XmlEntities.unescape(buffer, valueFrom, valueTo);
      }
      return;
    }
    int i = a.ordinal();
    attributeTags[i] = tag;
    if (escaped) {
      byte[] plain = XmlEntities.unescape(buffer, valueFrom, valueTo);
      slices[i].set(plain, 0, plain.length);
    } else {
      slices[i].set(buffer, valueFrom, valueTo);
    }
  }

  private int skipSpace(int p) {
    int i = p;
    while (i < end
        && (buffer[i] == ' ' || buffer[i] == '\n' || buffer[i] == '\t' || buffer[i] == '\r')) {
      i++;
    }
    return i;
  }

  /** Ensures that this number of bytes is buffered. */
  private void ensureBuffered(int bytes) throws IOException {
    while (end - pos < bytes) {
      if (!fill()) {
        throw new InvalidExportException("the file is truncated: it ends inside an element");
      }
    }
  }

  /** Reads more bytes behind the unconsumed ones; returns false at the end of the file. */
  private boolean fill() throws IOException {
    if (pos > 0) {
      System.arraycopy(buffer, pos, buffer, 0, end - pos);
      base += pos;
      end -= pos;
      pos = 0;
    }
    if (end == buffer.length) {
      throw new InvalidExportException("an element of the file is too large");
    }
    int n = in.read(buffer, end, buffer.length - end);
    if (n > 0) {
      end += n;
    }
    return n > 0;
  }
}
