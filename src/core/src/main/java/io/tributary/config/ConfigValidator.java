package io.tributary.config;

import inet.ipaddr.IPAddressString;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the faults of one configuration section, so that a failed start reports all of them at
 * once.
 */
final class ConfigValidator {
  private final String section;
  private final List<String> faults = new ArrayList<>();

  private ConfigValidator(String section) {
    this.section = section;
  }

  static ConfigValidator of(String section) {
    return new ConfigValidator(section);
  }

  ConfigValidator range(String name, long value, long min, long max) {
    if (value < min || value > max) {
      faults.add(section + "." + name + ": must be " + min + ".." + max + ", is " + value);
    }
    return this;
  }

  ConfigValidator atLeast(String name, Duration value, Duration min) {
    if (value.compareTo(min) < 0) {
      faults.add(section + "." + name + ": must be at least " + min + ", is " + value);
    }
    return this;
  }

  ConfigValidator between(String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      faults.add(section + "." + name + ": must be " + min + ".." + max + ", is " + value);
    }
    return this;
  }

  /** Checks a value against a pattern. The message omits the value, which may be a secret. */
  ConfigValidator matches(String name, String value, String pattern) {
    if (!value.matches(pattern)) {
      faults.add(section + "." + name + ": must match " + pattern);
    }
    return this;
  }

  ConfigValidator matchesOrEmpty(String name, String value, String pattern) {
    return value.isEmpty() ? this : matches(name, value, pattern);
  }

  ConfigValidator urlOrEmpty(String name, String value) {
    if (value.isEmpty()) {
      return this;
    }
    try {
      URI uri = new URI(value);
      if (uri.getHost() == null
          || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        faults.add(section + "." + name + ": must be an absolute http(s) URL");
      }
    } catch (java.net.URISyntaxException e) {
      faults.add(section + "." + name + ": must be an absolute http(s) URL");
    }
    return this;
  }

  /** Checks IP addresses or ranges such as {@code 203.0.113.0/24}. */
  ConfigValidator addressRanges(String name, List<String> cidrs) {
    for (String cidr : cidrs) {
      if (new IPAddressString(cidr).getAddress() == null) {
        faults.add(section + "." + name + ": not an address range: " + cidr);
      }
    }
    return this;
  }

  /**
   * Checks a condition that may involve other settings.
   *
   * @param otherwise fault message if the condition does not hold
   */
  ConfigValidator require(String name, boolean holds, String otherwise) {
    if (!holds) {
      faults.add(section + "." + name + ": " + otherwise);
    }
    return this;
  }

  /** Checks a value by parsing it; the parser's exception message becomes the fault. */
  ConfigValidator parseable(String name, Runnable reader) {
    try {
      reader.run();
    } catch (IllegalArgumentException e) {
      faults.add(section + "." + name + ": " + e.getMessage());
    }
    return this;
  }

  void throwIfInvalid() {
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", faults));
    }
  }
}
