package io.tributary.lab.catalogue;

/** How a sample comes about. */
public enum CollectionMethod {
  TESTKIT,
  WALK_IN_TEST,
  AT_HOME_PHLEBOTOMY,
  ON_SITE_COLLECTION
}
