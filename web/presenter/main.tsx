import { render } from 'preact'
import './presenter.css'

render(<p>Presenter</p>, document.querySelector('main') as HTMLElement)
