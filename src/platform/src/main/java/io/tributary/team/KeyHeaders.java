package io.tributary.team;

import io.tributary.config.ServiceConfig;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Headers that may carry a team's API key.
 *
 * @param names header names; the first one present counts
 */
public record KeyHeaders(List<String> names) {
  public KeyHeaders {
    names = List.copyOf(names);
  }

  public static KeyHeaders of(ServiceConfig.Auth settings) {
    return new KeyHeaders(
        Stream.concat(Stream.of(ApiKeyAuthenticator.HEADER), settings.headerAliases().stream())
            .toList());
  }

  /**
   * Returns the key. Empty when the caller sends an access token instead.
   *
   * @param header returns the value of a header, or null
   */
  public Optional<String> key(UnaryOperator<String> header) {
    return names.stream().map(header).filter(v -> v != null && !v.isEmpty()).findFirst();
  }
}
