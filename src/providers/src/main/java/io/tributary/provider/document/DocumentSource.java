package io.tributary.provider.document;

import io.tributary.provider.FetchTarget;
import io.tributary.provider.Puller.Window;
import java.util.Optional;

/** The calls behind what pushes name. */
public interface DocumentSource<F extends DocumentFeed> extends FeedPuller.Source<F> {
  /**
   * Reads what a push told of: either the days that it is about, which are then read like any
   * others, or, for what days do not tell, its documents, which are added to the reading. A
   * document that others complete must be read with them, else its record would lose fields.
   *
   * @param reading its window is the day of the push, and means nothing
   * @return the days, none longer than the feed's window; empty when the documents were added
   */
  Optional<Window> fetch(FetchContext<F> reading, FetchTarget wanted);
}
