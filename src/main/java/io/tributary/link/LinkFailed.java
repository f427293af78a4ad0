package io.tributary.link;

import java.util.Optional;

/**
 * A link attempt that ended without a connection; the session is known when the answer can go back
 * to the customer's page. Never used up by it.
 */
final class LinkFailed extends RuntimeException {
  private final LinkError error;
  private final transient Optional<LinkSession> session;

  LinkFailed(LinkError error) {
    this(error, null);
  }

  LinkFailed(LinkError error, LinkSession session) {
    super(error.wire(), null, false, false);
    this.error = error;
    this.session = Optional.ofNullable(session);
  }

  LinkError error() {
    return error;
  }

  Optional<LinkSession> session() {
    return session;
  }
}
