package io.tributary.team;

import io.tributary.config.ServiceConfig;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where a team's key stands in a request.
 *
 * @param names of headers, the first that is sent counts
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
   * The key; empty when the caller has shown an access token instead.
   *
   * @param header reads a header, null when there is none
   */
  public Optional<String> key(UnaryOperator<String> header) {
    return names.stream().map(header).filter(v -> v != null && !v.isEmpty()).findFirst();
  }
}
