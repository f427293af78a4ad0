package io.tributary.provider.document;

import io.tributary.provider.FetchTarget;
import io.tributary.provider.Puller.Window;
import java.util.Optional;

/** Fetches the documents of notifications. */
public interface DocumentSource<F extends DocumentFeed> extends FeedPuller.Source<F> {
  /**
   * Fetches the target of a notification. The method either returns the days concerned, which are
   * then read as usual, or adds the documents to the reading if days cannot express the target. A
   * document that other documents complete must be read with them, because its record would lose
   * fields otherwise.
   *
   * @param reading its window is the day of the notification and has no meaning
   * @return the days, at most the feed's window; empty if the documents were added
   */
  Optional<Window> fetch(FetchContext<F> reading, FetchTarget wanted);
}
