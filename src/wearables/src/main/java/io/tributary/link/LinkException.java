package io.tributary.link;

import io.tributary.provider.PasswordLogin;
import java.util.Optional;

/**
 * A link attempt that ended without a connection; the session is known when the answer can go back
 * to the customer's page. Never used up by it.
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

  /** A slug that is known and has nothing behind it here. */
  static LinkException notOffered(LinkSession session) {
    return new LinkException(
        LinkError.PROVIDER_API_ERROR,
        "This provider cannot be connected here: it is not set up on this installation.",
        session);
  }

  static LinkException refused(PasswordLogin.Problem why, LinkSession session) {
    LinkError error = LinkError.of(why);
    String text =
        why == PasswordLogin.Problem.ELSEWHERE
            ? "The provider waits for something that only its own app settles, such as new terms."
                + " Open it there, then connect again."
            : error.text();
    return new LinkException(error, text, session);
  }

  LinkError error() {
    return error;
  }

  /** For people. */
  String text() {
    return text;
  }

  Optional<LinkSession> session() {
    return session;
  }
}
