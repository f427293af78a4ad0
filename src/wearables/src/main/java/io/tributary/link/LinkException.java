package io.tributary.link;

import io.tributary.provider.PasswordLogin;
import java.util.Optional;

/**
 * Link attempt that ended without a connection and without consuming the token. The session is
 * present when the result can be returned to the customer's page.
 */
final class LinkException extends RuntimeException {
  private final LinkError error;
  private final String text;
  private final transient Optional<LinkSession> session;

  LinkException(LinkError error) {
    this(error, null);
  }

  LinkException(LinkError error, LinkSession session) {
    this(error, error.text(), session);
  }

  private LinkException(LinkError error, String text, LinkSession session) {
    super(error.wire(), null, false, false);
    this.error = error;
    this.text = text;
    this.session = Optional.ofNullable(session);
  }

  /** Provider that is in the catalog but is not configured on this installation. */
  static LinkException notOffered(LinkSession session) {
    return new LinkException(
        LinkError.PROVIDER_API_ERROR, "This provider is not set up on this installation.", session);
  }

  static LinkException refused(PasswordLogin.RefusalReason why, LinkSession session) {
    LinkError error = LinkError.of(why);
    String text =
        why == PasswordLogin.RefusalReason.ACTION_IN_PROVIDER_APP
            ? "The provider requires an action in its own app, such as accepting new terms."
                + " Complete it there, then connect again."
            : error.text();
    return new LinkException(error, text, session);
  }

  LinkError error() {
    return error;
  }

  /** Message for the user. */
  String text() {
    return text;
  }

  Optional<LinkSession> session() {
    return session;
  }
}
