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
  public static final class MalformedMultipartException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedMultipartException(String message) {
      super(message, null, false, false);
    }
  }

  /** Headers of a part: name, file name and declared content type. */
  public record PartHeaders(
      Optional<String> name, Optional<String> fileName, Optional<String> type) {}

  /**
   * Receives the parts in order.
   *
   * @param <E> exception that the receiver may throw
   */
  public interface PartHandler<E extends Exception> {
    void begin(PartHeaders head) throws E;

    void data(Buffer piece) throws E;

    void end() throws E;
  }

  private static final int MAX_BOUNDARY_LENGTH = 200;
  private static final int MAX_HEAD_LENGTH = 8 * 1024;
  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Header parameter, quoted or unquoted. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          ";\\s*([\\w*!#$&+^`|~.-]+)\\s*=\\s*(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|([^;\"\\s]*))");

  private final byte[] delimiter;
  private Buffer buffer = Buffer.buffer("\r\n");
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
   * @throws MalformedMultipartException if it is not multipart/form-data or has no boundary
   */
  public static Multipart of(String contentType) throws MalformedMultipartException {
    if (contentType == null
        || !contentType
            .split(";", 2)[0]
            .strip()
            .toLowerCase(Locale.ROOT)
            .equals("multipart/form-data")) {
      throw new MalformedMultipartException("the body must be multipart/form-data");
    }
    String boundary = parameters(contentType).get("boundary");
    if (boundary == null || boundary.isEmpty() || boundary.length() > MAX_BOUNDARY_LENGTH) {
      throw new MalformedMultipartException("the content type has no valid boundary");
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
  public <E extends Exception> void feed(Buffer piece, PartHandler<E> sink)
      throws MalformedMultipartException, E {
    buffer =
        Buffer.buffer(buffer.length() + piece.length()).appendBuffer(buffer).appendBuffer(piece);
    while (step(sink)) {
      // step() consumes as much as the chunk allows
    }
  }

  /** Ends the body. */
  public void end() throws MalformedMultipartException {
    if (state != State.CLOSED) {
      throw new MalformedMultipartException("the body ends inside a part");
    }
  }

  private <E extends Exception> boolean step(PartHandler<E> sink)
      throws MalformedMultipartException, E {
    return switch (state) {
      case BEFORE -> consumeBody(null);
      case BODY -> consumeBody(sink);
      case AFTER_DELIMITER -> afterDelimiter();
      case HEAD -> consumeHead(sink);
      case CLOSED -> {
        buffer = Buffer.buffer();
        yield false;
      }
    };
  }

  /** Consumes data up to the delimiter. Data before the first delimiter is discarded. */
  private <E extends Exception> boolean consumeBody(PartHandler<E> sink) throws E {
    int at = indexOf(delimiter);
    int sure = at >= 0 ? at : Math.max(0, buffer.length() - delimiter.length + 1);
    if (sink != null && sure > 0) {
      sink.data(buffer.getBuffer(0, sure));
    }
    buffer = buffer.getBuffer(at >= 0 ? at + delimiter.length : sure, buffer.length());
    if (at >= 0) {
      if (sink != null) {
        sink.end();
      }
      state = State.AFTER_DELIMITER;
    }
    return at >= 0;
  }

  private boolean afterDelimiter() throws MalformedMultipartException {
    int i = 0;
    while (i < buffer.length() && (buffer.getByte(i) == ' ' || buffer.getByte(i) == '\t')) {
      i++;
    }
    if (i > MAX_HEAD_LENGTH) {
      throw new MalformedMultipartException("a boundary line is too long");
    }
    if (buffer.length() < i + 2) {
      return false;
    }
    String next = buffer.getString(i, i + 2, "ISO-8859-1");
    if (next.equals("--") && i == 0) {
      state = State.CLOSED;
    } else if (next.equals("\r\n")) {
      // The line end is kept, because the empty line of a part without headers follows directly.
      buffer = buffer.getBuffer(i, buffer.length());
      state = State.HEAD;
    } else {
      throw new MalformedMultipartException("unexpected content after a boundary");
    }
    return true;
  }

  private <E extends Exception> boolean consumeHead(PartHandler<E> sink)
      throws MalformedMultipartException, E {
    int at = indexOf(HEAD_END);
    if (at < 0 && buffer.length() <= MAX_HEAD_LENGTH) {
      return false;
    }
    if (at < 0 || at > MAX_HEAD_LENGTH) {
      throw new MalformedMultipartException("the headers of a part are too long");
    }
    String head = buffer.getString(0, at, "UTF-8");
    buffer = buffer.getBuffer(at + HEAD_END.length, buffer.length());
    state = State.BODY;
    sink.begin(parseHeaders(head));
    return true;
  }

  private static PartHeaders parseHeaders(String head) {
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
    return new PartHeaders(name, file, type);
  }

  private int indexOf(byte[] what) {
    byte[] in = buffer.getBytes();
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
