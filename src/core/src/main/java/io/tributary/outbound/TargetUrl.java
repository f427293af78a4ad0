package io.tributary.outbound;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * Parsed absolute http(s) URL.
 *
 * <p>The host is in ASCII form, lower case, without a trailing dot. An address literal in any
 * notation is already parsed to an address.
 *
 * @param host value for Host and SNI
 * @param literal the address, if the host is an address literal
 * @param path path and query, at least "/"
 */
public record TargetUrl(
    boolean tls, String host, Optional<InetAddress> literal, int port, String path) {

  private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";

  /** Thrown if a URL is invalid; the message is meant for the user who entered it. */
  public static final class InvalidUrlException extends Exception {
    InvalidUrlException(String message) {
      super(message, null, false, false);
    }
  }

  public static TargetUrl parse(String url) throws InvalidUrlException {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new InvalidUrlException("Input should be a valid URL");
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean tls = scheme.equals("https");
    if (!tls && !scheme.equals("http") || uri.isOpaque()) {
      throw new InvalidUrlException("URL should be absolute, with scheme http or https");
    }
    if (uri.getRawFragment() != null) {
      throw new InvalidUrlException("URL should have no fragment");
    }
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    if (authority.indexOf('@') >= 0) {
      throw new InvalidUrlException("URL should have no user or password");
    }
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    String name = hasPort ? authority.substring(0, colon) : authority;
    int port = hasPort ? port(authority.substring(colon + 1), tls) : tls ? 443 : 80;
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    if (!(path + query).chars().allMatch(c -> c > 32 && c < 127)) {
      throw new InvalidUrlException(
          "URL should be percent-encoded except for printable ASCII characters");
    }
    if (name.startsWith("[")) {
      InetAddress v6 = IpLiteralParser.v6(name).orElseThrow(TargetUrl::invalidHost);
      return new TargetUrl(tls, name.toLowerCase(Locale.ROOT), Optional.of(v6), port, path + query);
    }
    String host = asciiHost(name);
    Optional<InetAddress> literal = Optional.empty();
    if (IpLiteralParser.looksNumeric(host)) {
      literal = Optional.of(IpLiteralParser.v4(host).orElseThrow(TargetUrl::invalidHost));
      host = literal.get().getHostAddress();
    }
    return new TargetUrl(tls, host, literal, port, path + query);
  }

  private static InvalidUrlException invalidHost() {
    return new InvalidUrlException("URL should have a valid host");
  }

  private static int port(String text, boolean tls) throws InvalidUrlException {
    if (text.isEmpty()) {
      return tls ? 443 : 80;
    }
    int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    if (port > 0 && port < 65536) {
      return port;
    }
    throw new InvalidUrlException("URL should have a port from 1 to 65535");
  }

  private static String asciiHost(String name) throws InvalidUrlException {
    String host;
    try {
      host = IDN.toASCII(name).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw invalidHost();
    }
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    if (host.isEmpty() || host.length() > 253 || !host.matches(LABEL + "(\\." + LABEL + ")*")) {
      throw invalidHost();
    }
    return host;
  }

  /** Returns the value of the Host header. */
  public String authority() {
    return port == (tls ? 443 : 80) ? host : host + ":" + port;
  }

  /** Returns whether the name belongs to the machine or its local network. */
  boolean isLocalName() {
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.endsWith(".local")
        || host.endsWith(".internal");
  }
}
