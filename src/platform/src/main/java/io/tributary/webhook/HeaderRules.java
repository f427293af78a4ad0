package io.tributary.webhook;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for custom headers of endpoints. */
public final class HeaderRules {
  public static final int MAX_HEADERS = 50;
  static final int NAME_LENGTH = 256;
  static final int VALUE_LENGTH = 4096;

  /** Token as defined by RFC 9110. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Excludes line breaks and characters that servers interpret differently. */
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  /** Headers that describe the connection or the message itself; customers can't set them. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "connection",
          "user-agent",
          "te",
          "trailer",
          "trailers",
          "upgrade",
          "keep-alive",
          "transfer-encoding",
          "proxy-connection",
          "accept-encoding",
          "http2-settings",
          "expect");

  private static final List<String> RESERVED_PREFIXES =
      List.of("content-", "webhook-", "svix-", "x-svix-");

  private static final Set<String> SENSITIVE =
      Set.of("authorization", "cookie", "proxy-authorization");
  private static final List<String> SENSITIVE_PARTS = List.of("api-key", "token", "secret");

  private HeaderRules() {}

  /** Returns the error of a name; empty if it is valid. */
  static Optional<String> nameError(String name) {
    if (name.length() > NAME_LENGTH || !TOKEN.matcher(name).matches()) {
      return Optional.of("Name should be an HTTP token of at most " + NAME_LENGTH + " characters");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return RESERVED.contains(lower) || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith)
        ? Optional.of("This header is set by the service")
        : Optional.empty();
  }

  /** Returns the error of a value; empty if it is valid. */
  static Optional<String> valueError(String value) {
    if (value.length() > VALUE_LENGTH) {
      return Optional.of("Value should have at most " + VALUE_LENGTH + " characters");
    }
    return PRINTABLE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of("Value should be printable ASCII, without control characters");
  }

  /** Returns whether only the name of the header is shown, never its value. */
  public static boolean isSensitive(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SENSITIVE.contains(lower) || SENSITIVE_PARTS.stream().anyMatch(lower::contains);
  }
}
