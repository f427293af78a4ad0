package io.tributary.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Streaming parser of multipart bodies. It accepts chunks of any size and buffers at most the
 * headers of one part. Not thread-safe.
 */
public final class Multipart {
  /** Thrown if the body is not a valid multipart body. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  /** Headers of a part: name, file name and declared content type. */
  public record Head(Optional<String> name, Optional<String> fileName, Optional<String> type) {}

  /**
   * Receives the parts in order.
   *
   * @param <E> exception that the receiver may throw
   */
  public interface Sink<E extends Exception> {
    void begin(Head head) throws E;

    void data(Buffer piece) throws E;

    void end() throws E;
  }

  private static final int LONGEST_BOUNDARY = 200;
  private static final int LONGEST_HEAD = 8 * 1024;
  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Header parameter, quoted or unquoted. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          ";\\s*([\\w*!#$&+^`|~.-]+)\\s*=\\s*(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|([^;\"\\s]*))");

  private final byte[] delimiter;
  private Buffer rest = Buffer.buffer("\r\n");
  private State state = State.BEFORE;

  private enum State {
    BEFORE,
    AFTER_DELIMITER,
    HEAD,
    BODY,
    CLOSED
  }

  private Multipart(String boundary) {
    delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Creates a parser for a body with this content type.
   *
   * @throws Malformed if it is not multipart/form-data or has no boundary
   */
  public static Multipart of(String contentType) throws Malformed {
    if (contentType == null
        || !contentType
            .split(";", 2)[0]
            .strip()
            .toLowerCase(Locale.ROOT)
            .equals("multipart/form-data")) {
      throw new Malformed("the body must be multipart/form-data");
    }
    String boundary = parameters(contentType).get("boundary");
    if (boundary == null || boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw new Malformed("the content type names no boundary");
    }
    return new Multipart(boundary);
  }

  private static Map<String, String> parameters(String header) {
    Map<String, String> out = new LinkedHashMap<>();
    Matcher m = PARAMETER.matcher(header);
    while (m.find()) {
      String value = m.group(2) == null ? m.group(3) : m.group(2).replaceAll("\\\\(.)", "$1");
      out.putIfAbsent(m.group(1).toLowerCase(Locale.ROOT), value);
    }
    return out;
  }

  /** Parses the next chunk of the body. */
  public <E extends Exception> void feed(Buffer piece, Sink<E> sink) throws Malformed, E {
    rest = Buffer.buffer(rest.length() + piece.length()).appendBuffer(rest).appendBuffer(piece);
    while (step(sink)) {
      // step() consumes as much as the chunk allows
    }
  }

  /** Ends the body. */
  public void end() throws Malformed {
    if (state != State.CLOSED) {
      throw new Malformed("the body ends within a part");
    }
  }

  private <E extends Exception> boolean step(Sink<E> sink) throws Malformed, E {
    return switch (state) {
      case BEFORE -> body(null);
      case BODY -> body(sink);
      case AFTER_DELIMITER -> afterDelimiter();
      case HEAD -> head(sink);
      case CLOSED -> {
        rest = Buffer.buffer();
        yield false;
      }
    };
  }

  /** Consumes data up to the delimiter. Data before the first delimiter is discarded. */
  private <E extends Exception> boolean body(Sink<E> sink) throws E {
    int at = find(delimiter);
    int sure = at >= 0 ? at : Math.max(0, rest.length() - delimiter.length + 1);
    if (sink != null && sure > 0) {
      sink.data(rest.getBuffer(0, sure));
    }
    rest = rest.getBuffer(at >= 0 ? at + delimiter.length : sure, rest.length());
    if (at >= 0) {
      if (sink != null) {
        sink.end();
      }
      state = State.AFTER_DELIMITER;
    }
    return at >= 0;
  }

  private boolean afterDelimiter() throws Malformed {
    int i = 0;
    while (i < rest.length() && (rest.getByte(i) == ' ' || rest.getByte(i) == '\t')) {
      i++;
    }
    if (i > LONGEST_HEAD) {
      throw new Malformed("a boundary without end");
    }
    if (rest.length() < i + 2) {
      return false;
    }
    String next = rest.getString(i, i + 2, "ISO-8859-1");
    if (next.equals("--") && i == 0) {
      state = State.CLOSED;
    } else if (next.equals("\r\n")) {
      // The line end is kept, because the empty line of a part without headers follows directly.
      rest = rest.getBuffer(i, rest.length());
      state = State.HEAD;
    } else {
      throw new Malformed("a boundary is followed by something else");
    }
    return true;
  }

  private <E extends Exception> boolean head(Sink<E> sink) throws Malformed, E {
    int at = find(HEAD_END);
    if (at < 0 && rest.length() <= LONGEST_HEAD) {
      return false;
    }
    if (at < 0 || at > LONGEST_HEAD) {
      throw new Malformed("the headers of a part are too long");
    }
    String head = rest.getString(0, at, "UTF-8");
    rest = rest.getBuffer(at + HEAD_END.length, rest.length());
    state = State.BODY;
    sink.begin(read(head));
    return true;
  }

  private static Head read(String head) {
    Optional<String> name = Optional.empty();
    Optional<String> file = Optional.empty();
    Optional<String> type = Optional.empty();
    for (String line : head.split("\r\n")) {
      int colon = line.indexOf(':');
      String header = colon < 0 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (header.equals("content-disposition")) {
        Map<String, String> p = parameters(value);
        name = Optional.ofNullable(p.get("name"));
        file = Optional.ofNullable(p.getOrDefault("filename", p.get("filename*")));
      } else if (header.equals("content-type") && !value.isEmpty()) {
        type = Optional.of(value);
      }
    }
    return new Head(name, file, type);
  }

  private int find(byte[] what) {
    byte[] in = rest.getBytes();
    int last = in.length - what.length;
    for (int i = 0; i <= last; i++) {
      if (in[i] == what[0] && matches(in, i, what)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean matches(byte[] in, int at, byte[] what) {
    for (int j = 1; j < what.length; j++) {
      if (in[at + j] != what[j]) {
        return false;
      }
    }
    return true;
  }
}
