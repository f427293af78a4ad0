package io.tributary.outbound;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Parses IP address literals in all notations, including those used to evade filters.
 *
 * <p>IPv4 is parsed as by URL parsers and {@code inet_aton}: one to four parts, each decimal, octal
 * (0…) or hexadecimal (0x…); the last part fills the remaining bytes.
 */
final class IpLiteralParser {
  private IpLiteralParser() {}

  /** Returns whether the host must be an IPv4 address because its last part is a number. */
  static boolean looksNumeric(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    return last.matches("[0-9]+|0x[0-9a-f]*");
  }

  static Optional<InetAddress> v4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long n = number(parts[i]);
      boolean last = i == parts.length - 1;
      long max = last ? 1L << 8 * (5 - parts.length) : 256;
      if (n < 0 || n >= max) {
        return Optional.empty();
      }
      address = last ? address << 8 * (5 - parts.length) | n : address << 8 | n;
    }
    return Optional.of(
        of(
            new byte[] {
              (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
            }));
  }

  private static long number(String part) {
    try {
      if (part.startsWith("0x")) {
        return part.length() == 2 ? 0 : Long.parseUnsignedLong(part.substring(2), 16);
      }
      if (part.isEmpty() || !Character.isDigit(part.charAt(0))) {
        return -1;
      }
      return part.length() > 1 && part.startsWith("0")
          ? Long.parseLong(part, 8)
          : Long.parseLong(part);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Parses an IPv6 address in brackets, without zone, prefix or wildcard. */
  static Optional<InetAddress> v6(String bracketed) {
    if (!bracketed.matches("\\[[0-9a-fA-F:.]{2,45}]")) {
      return Optional.empty();
    }
    IPAddress address =
        new IPAddressString(bracketed.substring(1, bracketed.length() - 1)).getAddress();
    return address == null || !address.isIPv6() || address.isMultiple()
        ? Optional.empty()
        : Optional.of(of(address.getBytes()));
  }

  /** Converts IPv4-mapped addresses to IPv4, so that the IPv4 rules apply to them. */
  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
