import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { paths } from './paths.ts';
import { useTitle } from './use-title.ts';

export function NotFoundPage() {
  useTitle('Not found');
  return (
    <div className="mx-auto max-w-160 pt-16">
      <h1 className="sr-only">Not found</h1>
      <Empty
        icon={Compass}
        title="There is no page at this address"
        action={
          <div className="mt-2 flex gap-2">
            <Link {...paths.overview()} className={buttonClass('primary')}>
              Go to the overview
            </Link>
            <Link {...paths.devices()} className={buttonClass()}>
              Search devices
            </Link>
          </div>
        }
      >
        <p>Check the address. To find a device, search by its name, serial, asset tag, MAC or IP.</p>
      </Empty>
    </div>
  );
}
