package io.tributary.webhook;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which headers of their own customers may have sent along: webhooks.md §6. */
public final class HeaderRules {
  public static final int MOST = 50;
  static final int NAME_LENGTH = 256;
  static final int VALUE_LENGTH = 4096;

  /** A name as RFC 9110 has it. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Nothing that ends a line or that servers read differently. */
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  /** What describes the connection or the message itself is not the customer's to say. */
  private static final Set<String> OURS =
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

  private static final List<String> OUR_FAMILIES =
      List.of("content-", "webhook-", "svix-", "x-svix-");

  private static final Set<String> SECRET =
      Set.of("authorization", "cookie", "proxy-authorization");
  private static final List<String> SECRET_PARTS = List.of("api-key", "token", "secret");

  private HeaderRules() {}

  /** What is wrong with a name; empty = nothing. */
  static Optional<String> nameFault(String name) {
    if (name.length() > NAME_LENGTH || !TOKEN.matcher(name).matches()) {
      return Optional.of("Name should be an HTTP token of at most " + NAME_LENGTH + " characters");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return OURS.contains(lower) || OUR_FAMILIES.stream().anyMatch(lower::startsWith)
        ? Optional.of("This header is set by the service")
        : Optional.empty();
  }

  /** What is wrong with a value; empty = nothing. */
  static Optional<String> valueFault(String value) {
    if (value.length() > VALUE_LENGTH) {
      return Optional.of("Value should have at most " + VALUE_LENGTH + " characters");
    }
    return PRINTABLE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of("Value should be printable ASCII, without control characters");
  }

  /** Whether only the name is ever shown. */
  public static boolean sensitive(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRET.contains(lower) || SECRET_PARTS.stream().anyMatch(lower::contains);
  }
}
