package io.tributary.streaming;

import io.tributary.outbound.TargetUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Broker address with credentials: {@code scheme://user:password@host:port/path}.
 *
 * @param destination target address; only its host, port and TLS flag are significant
 * @param user empty if absent
 * @param password empty if absent
 * @param path decoded, without the leading slash; empty Optional if the URI ends after the port
 */
record BrokerUri(
    String text, TargetUrl destination, String user, String password, Optional<String> path) {
  static final String MASK = "***";

  /**
   * Thrown if a URI is invalid; the message is meant for the user who entered it and never contains
   * the URI.
   */
  static final class InvalidBrokerUriException extends Exception {
    InvalidBrokerUriException(String message) {
      super(message, null, false, false);
    }
  }

  /** Plain and TLS schemes of a kind of broker, with their default ports. */
  record BrokerSchemes(String plain, int plainPort, String tls, int tlsPort) {
    List<String> all() {
      return List.of(plain, tls);
    }
  }

  static final BrokerSchemes AMQP = new BrokerSchemes("amqp", 5672, "amqps", 5671);
  static final BrokerSchemes NATS = new BrokerSchemes("nats", 4222, "tls", 4222);

  static BrokerUri parse(String text, BrokerSchemes schemes) throws InvalidBrokerUriException {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new InvalidBrokerUriException(
          "Input should be a valid URI with percent-encoded user and password");
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean tls = scheme.equals(schemes.tls());
    if (!schemes.all().contains(scheme) || uri.isOpaque() || uri.getRawAuthority() == null) {
      throw new InvalidBrokerUriException(
          "URI should have scheme " + String.join(" or ", schemes.all()));
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new InvalidBrokerUriException("URI should have neither query nor fragment");
    }
    String authority = uri.getRawAuthority();
    int at = authority.lastIndexOf('@');
    String login = at < 0 ? "" : authority.substring(0, at);
    int colon = login.indexOf(':');
    return new BrokerUri(
        text,
        destination(authority.substring(at + 1), tls, schemes),
        decoded(colon < 0 ? login : login.substring(0, colon)),
        decoded(colon < 0 ? "" : login.substring(colon + 1)),
        uri.getRawPath().isEmpty()
            ? Optional.empty()
            : Optional.of(decoded(uri.getRawPath().substring(1))));
  }

  private static TargetUrl destination(String place, boolean tls, BrokerSchemes schemes)
      throws InvalidBrokerUriException {
    boolean hasPort = place.lastIndexOf(':') > place.lastIndexOf(']');
    String full = hasPort ? place : place + ":" + (tls ? schemes.tlsPort() : schemes.plainPort());
    try {
      return TargetUrl.parse((tls ? "https://" : "http://") + full + "/");
    } catch (TargetUrl.InvalidUrlException e) {
      throw new InvalidBrokerUriException(e.getMessage().replace("URL", "URI"));
    }
  }

  private static String decoded(String raw) throws InvalidBrokerUriException {
    try {
      return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidBrokerUriException(
          "Input should be a valid URI with percent-encoded user and password");
    }
  }

  /**
   * Returns the URI for readers, without the password; a token in place of user and password is
   * masked as well.
   */
  String masked() {
    int login = text.indexOf("://") + 3;
    int slash = text.indexOf('/', login);
    // The path may contain an @.
    int at = text.lastIndexOf('@', (slash < 0 ? text.length() : slash) - 1);
    if (at < login) {
      return text;
    }
    int colon = text.indexOf(':', login);
    return text.substring(0, colon < 0 || colon > at ? login : colon + 1)
        + MASK
        + text.substring(at);
  }

  /** Returns whether the URI is one that was masked for readers. */
  boolean isMasked() {
    return password.equals(MASK) || password.isEmpty() && user.equals(MASK);
  }

  /** Returns scheme, host and port, which are not secret. */
  String address() {
    return text.substring(0, text.indexOf("://") + 3) + hostAndPort();
  }

  private String hostAndPort() {
    return destination.host() + ":" + destination.port();
  }

  @Override
  public String toString() {
    return masked();
  }
}
